/* Columns at random, most of them right and some with anything in them, for the kernel under sanitizers.
   Every array is exactly as long as it says, so that one step outside is seen. Prints how many were run and refused. */
#include "kernel.c"
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;
static int32_t below(int32_t end) { /* 0 up to end, without it */
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int32_t)((state >> 33) % (uint64_t)end);
}
static int32_t *ints(int64_t size, int32_t low, int32_t high) {
  int32_t *column = malloc(sizeof(int32_t) * (size_t)size);
  for (int64_t at = 0; at < size; at++) column[at] = low + below(high - low + 1);
  return column;
}
static int64_t *longs(int64_t size) { return calloc((size_t)size, sizeof(int64_t)); }

int main(int count, char **arguments) {
  if (count != 3) return 2;
  state = strtoull(arguments[1], 0, 10);
  int run_through = 0, refused = 0;
  for (int round = 0; round < atoi(arguments[2]); round++) {
    int64_t units = below(6), players = 1 + below(8), rules = below(4), kinds = 1 + below(3), widest = 1 + below(6);
    int64_t *seat_from = longs(units + 1), *game_from = longs(units + 1);
    for (int64_t unit = 0; unit < units; unit++) {
      int64_t seats = 1 + below((int32_t)widest);
      seat_from[unit + 1] = seat_from[unit] + seats;
      game_from[unit + 1] = game_from[unit] + below(12);
    }
    int64_t seats = seat_from[units], games = game_from[units];
    Run run;
    run.units = units, run.seats = seats, run.games = games, run.players = players, run.kinds = kinds, run.rules = rules;
    run.seat_from = seat_from, run.game_from = game_from;
    int32_t *kind_of = ints(units, -1, (int32_t)kinds - 1), *player = ints(seats, 0, (int32_t)players - 1);
    int32_t *white = ints(games, 0, 0), *black = ints(games, 0, 0);
    char *results = malloc((size_t)games + 1);
    results[games] = 0;
    for (int64_t unit = 0; unit < units; unit++)
      for (int64_t game = game_from[unit]; game < game_from[unit + 1]; game++) {
        int32_t wide = (int32_t)(seat_from[unit + 1] - seat_from[unit]);
        white[game] = below(wide), black[game] = below(wide), results[game] = "10=owb"[below(6)];
      }
    for (int faults = below(3) ? 0 : 1 + below(3); faults; faults--) {
      int32_t value = below(2) ? below(12) - 4 : below(2) ? INT32_MAX : INT32_MIN;
      int which = below(7);
      if (which == 0) seat_from[below((int32_t)units + 1)] = value;
      else if (which == 1) game_from[below((int32_t)units + 1)] = value;
      else if (which == 2 && units) kind_of[below((int32_t)units)] = value;
      else if (which == 3 && seats) player[below((int32_t)seats)] = value;
      else if (which == 4 && games) white[below((int32_t)games)] = value;
      else if (which == 5 && games) black[below((int32_t)games)] = value;
      else if (games) results[below((int32_t)games)] = (char)below(256);
    }
    Kind *kind = malloc(sizeof(Kind) * (size_t)kinds);
    for (int64_t at = 0; at < kinds; at++) {
      Kind one = {below(201) - 100, below(201) - 100, below(1001), below(2), 1000, below(4001), below(2), below(2),
                  ints(REACH + 1, 0, 1000000), ints(2 * REACH + 1, 0, 100), ints(2 * REACH + 1, 0, 200)};
      kind[at] = one;
    }
    run.kind_of = kind_of, run.player = player, run.white = white, run.black = black;
    run.results = results, run.kind = kind;
    run.title_rating = ints(rules, 1000, 2500), run.title_games = ints(rules, 0, 40);
    run.rating = ints(players, below(4) ? 0 : -50, below(4) ? REACH : REACH + 500);
    for (int64_t at = 0; at < players; at++)
      if (!below(4)) run.rating[at] = NONE;
    run.counted = ints(players, 0, 1001), run.met = ints(players, 0, 4000000), run.made = ints(players, 0, 4000000);
    run.played = ints(players, 0, 9999), run.normal_games = ints(players, 0, 99), run.last = ints(players, -1, -1);
    run.title_unit = ints(players * rules, -1, 0);
    run.before = ints(seats, 0, 0), run.settled = ints(seats, 0, 0);
    run.gained = longs(widest), run.most = longs(widest);
    int32_t **room[] = {&run.numbers, &run.count, &run.points, &run.is_new, &run.opponents};
    for (int at = 0; at < 5; at++) *room[at] = ints(widest, 0, 0);
    int32_t *made = ints(games, -1, -1);
    char *sure = calloc((size_t)games + 1, 1);
    if (selo_check(&run, widest) != -1) refused++;
    else {
      run_through++;
      for (int64_t at = 0; (at = selo_fold(&run, at)) < units; at++) kind_of[at] = -1;
      selo_forecast(&run, 0, units, made, sure);
      int64_t *counts = longs(50), *both = longs(50 * 700);
      selo_count(games, made, below(2) ? sure : 0, 50, counts);
      selo_both(games, made, made, 50, 700, both);
      free(counts), free(both);
    }
    for (int64_t at = 0; at < kinds; at++)
      free((void *)kind[at].coefficients), free((void *)kind[at].shares), free((void *)kind[at].forecasts);
    void *all[] = {seat_from, game_from, kind_of, player, white, black, results, kind, made, sure, run.gained, run.most,
                   (void *)run.title_rating, (void *)run.title_games, run.rating, run.counted, run.met, run.made,
                   run.played, run.normal_games, run.last, run.title_unit, run.before, run.settled, run.numbers,
                   run.count, run.points, run.is_new, run.opponents};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++) free(all[at]);
  }
  printf("%d %d\n", run_through, refused);
  return 0;
}
