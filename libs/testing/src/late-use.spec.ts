import { openTestDatabase } from "./database.ts";
import { refusingLateUse } from "./late-use.ts";

it("fails the end of a database that is asked afterwards, and names the question", async () => {
  const opened = refusingLateUse(await openTestDatabase());
  const ended = opened.close();
  opened.pool.query("select 'left behind'").catch(() => undefined); // whether it is ever answered is the database's affair
  await expect(ended).rejects.toThrow(/left behind: .*\n.*query select 'left behind'/);
});

it("ends one that nobody asks any more", async () => {
  const opened = refusingLateUse(await openTestDatabase());
  expect((await opened.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await opened.close();
});
