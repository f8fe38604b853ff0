// What a stranger's program does with the client that openapi-generator makes (typescript-fetch): compiled with it, strictly.
import { Configuration, DocumentsApi, EventsApi, PlayersApi, ResponseError, RulesApi } from "./made";

declare const process: { argv: string[]; exitCode?: number };

const [address, token] = process.argv.slice(2);
const made = new Configuration({ basePath: address, accessToken: token });
const [documents, events] = [new DocumentsApi(made), new EventsApi(made)];
const [players, rules] = [new PlayersApi(made), new RulesApi(made)];

async function recorded(): Promise<void> {
  const document = { kind: "player" as const, player: "F901", name: "Aalto, Aino", born: "2009" };
  const looked = await documents.submitDocuments({ document, dryRun: true });
  console.log("looked", looked.dryRun, looked.recorded[0].target, looked.moved.length);
  const sent = { document, ifMatch: `"${looked.preview}"`, idempotencyKey: "once" };
  console.log("submitted", (await documents.submitDocuments(sent)).recorded[0].repeated);
  console.log("again", (await documents.submitDocuments(sent)).recorded[0].repeated);
}

async function kept(name: string, text: string, answers: object | null): Promise<void> {
  const { number } = await documents.keepDraft({ name, body: new Blob([text], { type: "application/octet-stream" }) });
  if (answers !== null) await documents.answerDraft({ number, body: answers });
  const looked = await documents.previewDraft({ number });
  console.log("draft", looked.source?.format, looked.questions?.length, looked.players?.matched?.length);
  const booked = await documents.bookDraft({ number, ifMatch: `"${looked.preview}"` });
  console.log("booked", booked.recorded[0].kind, booked.moved.length === looked.moved.length);
}

async function asked(): Promise<void> {
  const { rows } = await players.getPlayerHistory({ player: "F033" });
  const tournament = rows.find((row) => row.tournament)!.tournament!;
  const why = await players.explainRating({ player: "F033", tournament });
  console.log("explained", why.entries[0].player, why.entries[0].games.length > 0);
  for (const method of ["exact", "all"] as const) {
    const { performance, methods } = await rules.calculatePerformance({ game: ["+1622", "-1880"], method });
    console.log("performance", method, performance, methods && Object.keys(methods).length);
  }
  const followed = await events.listEvents({ after: 3, limit: 2 });
  console.log("followed", followed.events.length, followed.last);
}

async function main(): Promise<void> {
  await recorded();
  await kept("player.json", JSON.stringify({ kind: "player", player: "F902", name: "Berg, Bo" }), null);
  await kept("autumn.trf", process.argv[4], JSON.parse(process.argv[5]));
  await asked();
  try {
    await players.getPlayer({ player: "NOBODY" });
  } catch (error) {
    if (error instanceof ResponseError) console.log("refused", error.response.status);
  }
}

main().catch(async (error) => {
  console.error(error, error instanceof ResponseError ? await error.response.text() : "");
  process.exitCode = 1;
});
