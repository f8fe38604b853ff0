/* Selo over columns, for trials: 7.2 and 7.3 as rulebooks/finland/selo.py has them. That is the definition; this is the
   same in integers, without Python, and says nothing of its own. What is unusual (`kind` below 0, a rating beyond the
   tables) is left to the rules: `selo_fold` stops before that unit and is called again after it.
   Nothing is allocated or kept here, and no index is used that `selo_check` or a comparison beside it has not seen. */
#include <stdint.h>
#include <string.h>

#define NONE INT32_MIN
#define REACH 8192
#define NOTHING (-1000000000000LL)

typedef struct { /* what an edition says of games of one time and one age group */
  int32_t bonus_established, bonus_new, new_until, carries_games, sums_until, unrated, normal, in_play;
  const int32_t *coefficients; /* Kr Kt by rating, 0 to REACH */
  const int32_t *shares;       /* p(D) with the cap, -REACH to REACH */
  const int32_t *forecasts;    /* the forecast of a difference, as a number */
} Kind;

typedef struct {
  int64_t units, seats, games, players, kinds, rules;
  const int64_t *seat_from, *game_from;      /* of a unit; one more than there are units */
  const int32_t *kind_of;                    /* of a unit; below 0: not for us */
  const int32_t *player;                     /* of a seat */
  const int32_t *white, *black;              /* of a game: seats within its unit */
  const char *results;                       /* of a game: one letter */
  const Kind *kind;
  const int32_t *title_rating, *title_games; /* of a title: 6.3 to 6.5 */
  int32_t *rating, *counted, *met, *made;    /* of a player: the standing */
  int32_t *played, *normal_games, *last;     /* of a player: sums, and the last unit with a game */
  int32_t *title_unit;                       /* of a player and a title: the unit that brought it, or -1 */
  int32_t *before, *settled;                 /* of a seat: the rating before the unit, and whether it was established */
  int64_t *gained, *most;                    /* room for the widest unit */
  int32_t *numbers, *count, *points, *is_new, *opponents;
} Run;

static int64_t floored(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); } /* b > 0 */
static int32_t after(int64_t rating, int64_t gained) { return (int32_t)floored(rating * 10000 + gained + 5000, 10000); }
static int white_points(char letter) { return letter == '1' ? 2 : letter == '=' || letter == 'w'; }
static int black_points(char letter) { return letter == '0' ? 2 : letter == '=' || letter == 'b'; }

/* Return -1 if every index of the columns lies inside them, else the first unit with one that does not. */
int64_t selo_check(const Run *run, int64_t widest) {
  if (run->seat_from[0] || run->game_from[0] || run->rules < 0) return 0;
  for (int64_t unit = 0; unit < run->units; unit++) {
    int64_t seat = run->seat_from[unit], seats = run->seat_from[unit + 1] - seat;
    int64_t first = run->game_from[unit], last = run->game_from[unit + 1];
    if (seats < 0 || seats > widest || seat + seats > run->seats || last < first || last > run->games) return unit;
    if (run->kind_of[unit] >= run->kinds) return unit;
    for (int64_t at = seat; at < seat + seats; at++)
      if (run->player[at] < 0 || run->player[at] >= run->players) return unit;
    for (int64_t game = first; game < last; game++) {
      if (run->white[game] < 0 || run->white[game] >= seats || run->black[game] < 0 || run->black[game] >= seats)
        return unit;
      if (!run->results[game] || !strchr("10=owb", run->results[game])) return unit;
    }
  }
  return -1;
}

/* Give the titles that one seat reaches by 6.2: after each game, or before 2023 after the unit alone. */
static void give_titles(const Run *run, int64_t unit, int32_t seat, int32_t now, const Kind *kind) {
  int32_t player = run->player[run->seat_from[unit] + seat], own = run->numbers[seat], number = 0;
  int32_t *held = run->title_unit + player * run->rules, earlier = run->normal_games[player];
  int after_each = kind->in_play && !run->is_new[seat];
  if (!after_each) {
    int32_t normal = kind->normal ? run->count[seat] : 0;
    for (int64_t rule = 0; rule < run->rules; rule++)
      if (held[rule] < 0 && now >= run->title_rating[rule] && earlier + normal >= run->title_games[rule])
        held[rule] = (int32_t)unit;
    return;
  }
  int64_t gained = 0;
  for (int64_t game = run->game_from[unit]; game < run->game_from[unit + 1]; game++)
    for (int side = 0; side < 2; side++) {
      if ((side ? run->black : run->white)[game] != seat) continue;
      int32_t other = run->numbers[(side ? run->white : run->black)[game]];
      int points = side ? black_points(run->results[game]) : white_points(run->results[game]);
      gained += (int64_t)kind->coefficients[own] * (50 * points - kind->shares[REACH + own - other])
                + 1000 * kind->bonus_established;
      number += kind->normal;
      for (int64_t rule = 0; rule < run->rules; rule++)
        if (held[rule] < 0 && after(own, gained) >= run->title_rating[rule]
            && earlier + number >= run->title_games[rule])
          held[rule] = (int32_t)unit;
    }
}

/* Rate units from one on, and return the first that is not for us: with `kind` below 0, or beyond the tables. */
int64_t selo_fold(const Run *run, int64_t first) {
  for (int64_t unit = first; unit < run->units; unit++) {
    if (run->kind_of[unit] < 0) return unit;
    const Kind *kind = run->kind + run->kind_of[unit];
    const int32_t *who = run->player + run->seat_from[unit];
    int32_t seats = (int32_t)(run->seat_from[unit + 1] - run->seat_from[unit]);
    int64_t from = run->game_from[unit], until = run->game_from[unit + 1];
    int32_t *before = run->before + run->seat_from[unit], *settled = run->settled + run->seat_from[unit];
    int new_ones = 0;
    for (int32_t seat = 0; seat < seats; seat++) {
      int32_t player = who[seat], rating = run->rating[player];
      before[seat] = rating;
      run->is_new[seat] = rating == NONE || run->counted[player] <= kind->new_until;
      settled[seat] = !run->is_new[seat];
      new_ones |= run->is_new[seat];
      run->numbers[seat] = rating == NONE ? kind->unrated : rating; /* 3.6 */
      if (run->numbers[seat] < 0 || run->numbers[seat] > REACH) return unit;
      run->count[seat] = run->points[seat] = 0;
      run->gained[seat] = 0;
      run->most[seat] = NOTHING;
    }
    for (int64_t game = from; game < until; game++) {
      int32_t white = run->white[game], black = run->black[game];
      run->count[white]++, run->count[black]++;
      run->points[white] += white_points(run->results[game]), run->points[black] += black_points(run->results[game]);
    }
    if (new_ones) { /* 7.3, from the ratings before the unit; 3.4: then everybody meets what came of it */
      memset(run->opponents, 0, sizeof(int32_t) * (size_t)seats);
      for (int64_t game = from; game < until; game++) {
        run->opponents[run->white[game]] += run->numbers[run->black[game]];
        run->opponents[run->black[game]] += run->numbers[run->white[game]];
      }
      for (int32_t seat = 0; seat < seats; seat++)
        if (run->is_new[seat]) {
          int32_t player = who[seat], rating = run->rating[player];
          int64_t old = run->counted[player], games = old + run->count[seat];
          int64_t met = kind->carries_games ? run->met[player] : (rating == NONE ? 0 : rating) * old;
          int64_t made = kind->carries_games ? run->made[player] : old;
          if (games <= 0) return unit;
          int64_t above = 10 * (met + run->opponents[seat]) + 2000 * (made + run->points[seat]) - 2000 * games
                          + kind->bonus_new * games * games;
          int64_t number = floored(2 * above + 10 * games, 20 * games);
          if (number < 0 || number > REACH) return unit;
          run->most[seat] = number; /* kept here until nothing can stop the unit any more */
        }
      for (int32_t seat = 0; seat < seats; seat++)
        if (run->is_new[seat]) run->numbers[seat] = (int32_t)run->most[seat];
    }
    for (int64_t game = from; game < until; game++) { /* 7.2, both sides of each game */
      int32_t white = run->white[game], black = run->black[game];
      int32_t apart = run->numbers[white] - run->numbers[black];
      int64_t bonus = 1000 * kind->bonus_established;
      int64_t now = run->gained[white] += bonus + (int64_t)kind->coefficients[run->numbers[white]]
                    * (50 * white_points(run->results[game]) - kind->shares[REACH + apart]);
      if (now > run->most[white]) run->most[white] = now;
      now = run->gained[black] += bonus + (int64_t)kind->coefficients[run->numbers[black]]
            * (50 * black_points(run->results[game]) - kind->shares[REACH - apart]);
      if (now > run->most[black]) run->most[black] = now;
    }
    for (int32_t seat = 0; seat < seats; seat++) {
      int32_t player = who[seat], old = run->counted[player], games = old + run->count[seat], now, best;
      if (run->is_new[seat]) {
        now = best = run->numbers[seat];
        run->met[player] += run->opponents[seat], run->made[player] += run->points[seat];
        run->counted[player] = games;
      } else {
        now = after(run->numbers[seat], run->gained[seat]), best = after(run->numbers[seat], run->most[seat]);
        if (old <= kind->sums_until) run->counted[player] = games, run->met[player] = run->made[player] = 0;
      }
      if (old <= kind->sums_until && run->counted[player] > kind->sums_until)
        run->counted[player] = kind->sums_until + 1, run->met[player] = run->made[player] = 0;
      run->rating[player] = now;
      if (!run->is_new[seat] || games > kind->new_until)
        for (int64_t rule = 0; rule < run->rules; rule++)
          if (run->title_unit[player * run->rules + rule] < 0 && best >= run->title_rating[rule]) {
            give_titles(run, unit, seat, now, kind);
            break;
          }
      run->played[player] += run->count[seat];
      if (kind->normal) run->normal_games[player] += run->count[seat];
      run->last[player] = (int32_t)unit;
    }
  }
  return run->units;
}

/* The forecast of each game of units from one to another: three times its number and White's half points, or -1 where
   somebody had no rating; and whether both were established. Return how many games have none. */
int64_t selo_forecast(const Run *run, int64_t first, int64_t last, int32_t *made, char *sure) {
  int64_t none = 0;
  for (int64_t unit = first; unit < last; unit++) {
    if (run->kind_of[unit] < 0) continue;
    const int32_t *forecasts = run->kind[run->kind_of[unit]].forecasts + REACH;
    const int32_t *before = run->before + run->seat_from[unit], *settled = run->settled + run->seat_from[unit];
    for (int64_t game = run->game_from[unit]; game < run->game_from[unit + 1]; game++) {
      int32_t white = run->white[game], black = run->black[game];
      sure[game] = (char)(settled[white] && settled[black]);
      if (before[white] == NONE || before[black] == NONE) made[game] = -1, none++;
      else made[game] = 3 * forecasts[before[white] - before[black]] + white_points(run->results[game]);
    }
  }
  return none;
}

/* Count games by what they are: numbers from 0 up to `size`, the others are passed over; `chosen`: only some of them. */
void selo_count(int64_t games, const int32_t *made, const char *chosen, int32_t size, int64_t *counts) {
  for (int64_t game = 0; game < games; game++)
    if ((!chosen || chosen[game]) && made[game] >= 0 && made[game] < size) counts[made[game]]++;
}

/* Count games by what two lists make of them. */
void selo_both(int64_t games, const int32_t *one, const int32_t *other, int32_t rows, int32_t columns, int64_t *counts) {
  for (int64_t game = 0; game < games; game++)
    if (one[game] >= 0 && one[game] < rows && other[game] >= 0 && other[game] < columns)
      counts[(int64_t)one[game] * columns + other[game]]++;
}
