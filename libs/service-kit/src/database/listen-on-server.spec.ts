import { openTestDatabase } from "@tessera/testing/database.ts";
import { until } from "@tessera/testing/until.ts";
import { listenOnServer } from "./listen-on-server.ts";

const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

onServer("listens again after the server ended the connection, and says that it was away", async () => {
  const { pool, url, close } = await openTestDatabase();
  const received: string[] = [];
  let isBack = false;
  const resumed = () => {
    isBack = true;
  };
  const listening = await listenOnServer(url!, "words", (payload) => void received.push(payload), resumed);
  await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen \"words\"'");
  await until("the listener to be back", () => isBack);
  await pool.query("notify words, 'after'");
  await until("the notification", () => received.length > 0);
  expect(received).toEqual(["after"]);
  await listening.close();
  await close();
});
