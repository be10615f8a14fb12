import { sql } from "drizzle-orm";
import { PASSWORD, startIdentity } from "../../testing/identity-world.ts";

const SECRET = "planted-2c9b";

it("neither logs nor answers what a failed statement held: addresses, hashes, metadata", async () => {
  const lines: string[] = [];
  const world = await startIdentity({}, { logTo: { write: (line) => void lines.push(line) } });
  const { session } = await world.person();
  await world.database.system((tx) =>
    tx.execute(
      sql.raw(
        `alter table identity.users add constraint refused check (email not like '${SECRET}%' and user_metadata::text not like '%${SECRET}%')`,
      ),
    ),
  );
  const authorization = { authorization: `Bearer ${session.access_token}` };
  const answers = [
    await world.call("POST", "signup", { email: `${SECRET}@example.com`, password: PASSWORD, data: { note: SECRET } }),
    await world.call("PUT", "user", { data: { note: SECRET } }, authorization),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error_code: "unexpected_failure" });
  }
  const log = lines.join("");
  expect(log.match(/"code":"23514"/g)).toHaveLength(answers.length);
  expect(log).toContain('"constraint":"refused"');
  for (const value of [SECRET, "argon2", "Failed query", "params"])
    expect([value, log.includes(value)]).toEqual([value, false]);
  await world.stop();
});
