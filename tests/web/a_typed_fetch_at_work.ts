// What a stranger's program does with the types that openapi-typescript makes and with openapi-fetch: compiled strictly.
import createClient from "openapi-fetch";
import type { paths } from "./schema";

declare const process: { argv: string[]; exitCode?: number };

const [address, token] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });

async function main(): Promise<void> {
  const { data: shown } = await client.GET("/api/players/{player}", { params: { path: { player: "F033" } } });
  console.log("looked up", shown!.player.id, shown!.lists["selo"]!.rating);
  const query = { limit: 2, min_games: 1 };
  const { data: list } = await client.GET("/api/lists/{list}", { params: { path: { list: "selo" }, query } });
  console.log("listed", list!.rows.length, typeof list!.next, list!.total! > 2);
  // no field but those that it needs
  const body = { kind: "player" as const, player: "F903", name: "Aalto, Aino" };
  const { data: sent, response } = await client.POST("/api/documents", { body });
  // a draft (202) has no such field
  console.log("submitted", response.status, "recorded" in sent! && sent.recorded[0].kind);
  const { data: followed } = await client.GET("/api/events", { params: { query: { after: 3, limit: 2 } } });
  console.log("followed", followed!.events.length, followed!.last);
  const { error } = await client.GET("/api/players/{player}", { params: { path: { player: "NOBODY" } } });
  console.log("refused", error!.status, error!.problems[0].code);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
