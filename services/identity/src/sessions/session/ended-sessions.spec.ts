import type { Application } from "@tessera/service-kit";
import { EndedSessions } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { totp, withTotp } from "../../testing/codes.ts";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity } from "../../testing/identity-world.ts";
import { notesService } from "../../testing/notes-service.ts";

let world: IdentityWorld;
/** Another process on the same database. */
let beside: Application;
let processes: { url: string; ended: EndedSessions }[];
let admin: Awaited<ReturnType<IdentityWorld["admin"]>>;
beforeAll(async () => {
  world = await startIdentity({}, { beside: [notesService] });
  beside = await world.startBeside([notesService]);
  processes = [
    { url: world.url, ended: world.application.nest.get(EndedSessions) },
    { url: await beside.nest.getUrl(), ended: beside.nest.get(EndedSessions) },
  ];
  admin = await world.admin();
});
afterAll(async () => {
  await beside.close();
  await world.stop();
});

const asked = async (url: string, token: string, init: RequestInit = {}) => {
  const answer = await fetch(`${url}/api/notes`, {
    ...init,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  });
  return [answer.status, answer.ok ? null : ((await answer.json()) as { code: string }).code];
};
/** What each process answers to a reading and a writing request. */
const answers = async (token: string) => {
  const all = [];
  for (const { url } of processes)
    all.push(await asked(url, token), await asked(url, token, { method: "POST", body: JSON.stringify({ text: "x" }) }));
  return all;
};
const IN = [
  [200, null],
  [201, null],
  [200, null],
  [201, null],
];
const OUT = Array.from({ length: 4 }, () => [401, "session_ended"]);

/** Does what ends sessions, and resolves once every process was notified. */
async function ending(act: () => Promise<unknown>) {
  const obeyed = processes.map(({ ended }) => new Promise<void>((resolve) => void ended.onEnd(() => resolve())));
  await act();
  await Promise.all(obeyed);
}

async function signedInTwice() {
  const { auth, email, user } = await world.person();
  const other = world.client();
  await other.signInWithPassword({ email, password: PASSWORD });
  const tokenOf = async (client: typeof auth) => (await client.getSession()).data.session!.access_token;
  return { auth, other, email, user, own: await tokenOf(auth), others: await tokenOf(other) };
}

const as = async (token: string, method: string, path: string, body?: unknown) => {
  const answer = await world.call(method, path, body, { authorization: `Bearer ${token}` });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
};
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());

describe("access tokens of sessions that ended are refused by every service in every process", () => {
  it.each(["local", "global", "others"] as const)("after logout with scope %s", async (scope) => {
    const { auth, own, others } = await signedInTwice();
    expect([await answers(own), await answers(others)]).toEqual([IN, IN]);
    await ending(() => auth.signOut({ scope }));
    expect(await answers(own)).toEqual(scope === "others" ? IN : OUT);
    expect(await answers(others)).toEqual(scope === "local" ? IN : OUT);
  });

  it("after one device was signed out", async () => {
    const { own, others } = await signedInTwice();
    await ending(() => as(own, "DELETE", `user/sessions/${claimsOf(others).session_id}`));
    expect([await answers(own), await answers(others)]).toEqual([IN, OUT]);
  });

  it("after a new password, but for the session that set it", async () => {
    const { auth, own, others } = await signedInTwice();
    await ending(() => auth.updateUser({ password: `${PASSWORD} 2`, current_password: PASSWORD } as never));
    expect([await answers(own), await answers(others)]).toEqual([IN, OUT]);
  });

  it("after an administrator's new password", async () => {
    const { user, own, others } = await signedInTwice();
    await ending(() => admin.updateUserById(user.id, { password: `${PASSWORD} 3` }));
    expect([await answers(own), await answers(others)]).toEqual([OUT, OUT]);
  });

  it("after an old refresh token was played again", async () => {
    const { auth, own, others } = await signedInTwice();
    const first = (await auth.getSession()).data.session!.refresh_token;
    await auth.refreshSession();
    await auth.refreshSession();
    world.clock.advance(11_000);
    await ending(() => world.call("POST", "token?grant_type=refresh_token", { refresh_token: first }));
    expect([await answers(own), await answers(others)]).toEqual([OUT, IN]);
  });

  it("after a ban, until a token is issued after it was lifted", async () => {
    const { auth, user, own, others } = await signedInTwice();
    await ending(() => admin.updateUserById(user.id, { ban_duration: "1h" }));
    expect([await answers(own), await answers(others)]).toEqual([OUT, OUT]);
    await admin.updateUserById(user.id, { ban_duration: "none" });
    expect(await answers(own)).toEqual(OUT);
    expect(await answers((await auth.refreshSession()).data.session!.access_token)).toEqual(IN);
  });

  it.each([
    ["for good", false],
    ["softly", true],
  ])("after an administrator deleted the account %s", async (_way, softly) => {
    const { user, own, others } = await signedInTwice();
    await ending(() => admin.deleteUser(user.id, softly));
    expect([await answers(own), await answers(others)]).toEqual([OUT, OUT]);
  });
});

describe("access tokens that say what is no longer so are refused, and the next ones taken", () => {
  it("when a role was given or taken", async () => {
    const { auth, user, own } = await signedInTwice();
    await ending(() => admin.updateUserById(user.id, { app_metadata: { roles: ["admin"] } }));
    expect(await answers(own)).toEqual(OUT);
    const promoted = (await auth.refreshSession()).data.session!.access_token;
    expect(claimsOf(promoted).app_metadata.roles).toEqual(["admin"]);
    expect(await answers(promoted)).toEqual(IN);
    await ending(() => admin.updateUserById(user.id, { app_metadata: { roles: [] } }));
    expect(await answers(promoted)).toEqual(OUT);
    expect(await answers((await auth.refreshSession()).data.session!.access_token)).toEqual(IN);
  });

  it("when the address is another one, by which administrators are known", async () => {
    const { auth, user, own } = await signedInTwice();
    await ending(() => admin.updateUserById(user.id, { email: newAddress() }));
    expect(await answers(own)).toEqual(OUT);
    expect(await answers((await auth.refreshSession()).data.session!.access_token)).toEqual(IN);
  });

  it("when a second factor was added, in the own session too, and when it is gone", async () => {
    const { auth, own, others } = await signedInTwice();
    let strong = "";
    let factorId = "";
    await ending(async () => {
      const factor = await withTotp(world, auth);
      [strong, factorId] = [factor.session.access_token, factor.id];
    });
    expect([await answers(own), await answers(others), await answers(strong)]).toEqual([OUT, OUT, IN]);
    await ending(() => auth.mfa.unenroll({ factorId }));
    expect(await answers(strong)).toEqual(OUT);
    expect(await answers((await auth.refreshSession()).data.session!.access_token)).toEqual(IN);
  });

  it("not when the second factor is given at a later sign-in", async () => {
    const { auth, email } = await world.person();
    const { secret, id, session } = await withTotp(world, auth);
    const laptop = world.client();
    await laptop.signInWithPassword({ email, password: PASSWORD });
    await laptop.mfa.challengeAndVerify({ factorId: id, code: totp(world, secret) });
    expect(await answers(session.access_token)).toEqual(IN);
    expect(await answers((await laptop.getSession()).data.session!.access_token)).toEqual(IN);
  });
});

describe("what a deleted person's token leaves", () => {
  const notesOf = async (userId: string) =>
    (await world.database.system((tx) => tx.execute(sql`select text from notes.note where user_id = ${userId}`))).rows;

  it("is nothing: it writes no more, and what a request wrote after the erasure is erased again", async () => {
    const { user, own } = await signedInTwice();
    await answers(own);
    await ending(() => as(own, "DELETE", "user"));
    await world.jobsIdle();
    expect(await answers(own)).toEqual(OUT);
    expect(await notesOf(user.id)).toEqual([]);
    // A request that was let in before the account was deleted.
    await world.database.system((tx) =>
      tx.execute(sql`insert into notes.note (user_id, text) values (${user.id}, 'late')`),
    );
    const due = sql`update pgboss.job set start_after = now() where name = 'kit.erase-again'
      and data -> 'payload' ->> 'userId' = ${user.id} returning id`;
    expect((await world.database.system((tx) => tx.execute(due))).rows).toHaveLength(1);
    await world.jobsIdle();
    expect(await notesOf(user.id)).toEqual([]);
  });

  it("is waited for longer than any access token lives", async () => {
    const { own } = await signedInTwice();
    await ending(() => as(own, "DELETE", "user"));
    await world.jobsIdle();
    const { rows } = await world.database.system((tx) =>
      tx.execute<{
        seconds: number;
      }>(sql`select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
        where name = 'kit.erase-again' order by created_on desc limit 1`),
    );
    expect(rows[0]!.seconds).toBeGreaterThan(3600);
  });
});
