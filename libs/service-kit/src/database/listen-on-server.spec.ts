import { openTestDatabase } from "@tessera/testing/database.ts";
import { listenOnServer } from "./listen-on-server.ts";

const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

onServer("listens again after the server ended the connection, and says that it was away", async () => {
  const { pool, url, close } = await openTestDatabase();
  const heard: string[] = [];
  let [wake, resumed] = [() => {}, () => {}];
  const back = new Promise<void>((resolve) => {
    resumed = resolve;
  });
  const take = (payload: string) => {
    heard.push(payload);
    wake();
  };
  const listening = await listenOnServer(url!, "words", take, resumed);
  await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen \"words\"'");
  await back;
  await pool.query("notify words, 'after'");
  while (!heard.length) await new Promise<void>((resolve) => (wake = resolve));
  expect(heard).toEqual(["after"]);
  await listening.close();
  await close();
});
