import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApplication } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { identityService } from "../../index.ts";
import { type IdentityWorld, newAddress, PASSWORD, startIdentity, supabase } from "../../testing/identity-world.ts";
import { refreshTokens } from "../tables.ts";

interface Answer {
  access_token: string;
  refresh_token: string;
  error_code?: string;
}

describe("refreshing a session", () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity();
  });
  afterAll(() => world.stop());

  const refresh = async (refresh_token: string) => {
    const answer = await world.call("POST", "token?grant_type=refresh_token", { refresh_token });
    return { status: answer.status, ...((await answer.json()) as Answer) };
  };

  it("gives a new refresh token each time and keeps the session [auth.token-refresh]", async () => {
    const { auth, session } = await world.person();
    const { data, error } = await auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const sessionOf = (token: string) =>
      JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()).session_id;
    expect(sessionOf(data.session!.access_token)).toBe(sessionOf(session.access_token));
  });

  it("gives the same active token to a client that repeats a refresh whose answer was lost, however late [auth.token-refresh]", async () => {
    const { session } = await world.person();
    const lost = await refresh(session.refresh_token);
    const repeated = await refresh(session.refresh_token);
    expect(repeated.refresh_token).toBe(lost.refresh_token);
    world.clock.advance(3_600_000);
    expect((await refresh(session.refresh_token)).refresh_token).toBe(lost.refresh_token);
    expect((await refresh(lost.refresh_token)).status).toBe(200);
  });

  it("signs nobody out when many tabs refresh at once [auth.token-refresh]", async () => {
    const { session } = await world.person();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refresh_token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
  });

  it("forgives an older token within ten seconds, and leads it to the active one [auth.token-refresh]", async () => {
    const { session } = await world.person();
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.refresh_token);
    world.clock.advance(9_000);
    expect((await refresh(session.refresh_token)).refresh_token).toBe(third.refresh_token);
  });

  it("ends the session and all its tokens when an old token is played again [auth.token-refresh]", async () => {
    const { session, user } = await world.person();
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.refresh_token);
    world.clock.advance(11_000);
    expect(await refresh(session.refresh_token)).toMatchObject({
      status: 400,
      error_code: "refresh_token_already_used",
    });
    expect(await refresh(third.refresh_token)).toMatchObject({ status: 400, error_code: "refresh_token_not_found" });
    const gone = await world.call("GET", "user", undefined, { authorization: `Bearer ${third.access_token}` });
    expect([gone.status, await gone.json()]).toEqual([
      403,
      expect.objectContaining({ error_code: "session_not_found" }),
    ]);
    expect(
      (await world.audit()).filter((event) => event.action === "token_reused" && event.userId === user.id),
    ).toHaveLength(1);
  });

  it("refuses a token it never made", async () => {
    expect(await refresh("x".repeat(43))).toMatchObject({ status: 400, error_code: "refresh_token_not_found" });
    expect(await refresh("")).toMatchObject({ status: 400, error_code: "validation_failed" });
  });

  it("stores no token in the clear, and tokens of 256 bits", async () => {
    const { session } = await world.person();
    const next = await refresh(session.refresh_token);
    const rows = await world.database.system((tx) => tx.select().from(refreshTokens));
    const kept = rows.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString("base64url") : String(value))),
    );
    for (const token of [session.refresh_token, next.refresh_token]) {
      expect(Buffer.from(token, "base64url")).toHaveLength(32);
      expect(kept).not.toContain(token);
    }
  });

  it("cannot be computed from the database and a used token alone", async () => {
    const { session } = await world.person();
    const next = await refresh(session.refresh_token);
    const { createHash } = await import("node:crypto");
    const rows = await world.database.system((tx) => tx.select().from(refreshTokens));
    const guesses = rows
      .filter((row) => row.salt)
      .map((row) => createHash("sha256").update(session.refresh_token).update(row.salt!).digest("base64url"));
    expect(guesses).not.toContain(next.refresh_token);
  });
});

describe("how long a session lasts", () => {
  it("ends after thirty idle days", async () => {
    const world = await startIdentity();
    const { auth } = await world.person();
    world.clock.advance(29 * 86_400_000);
    expect((await auth.refreshSession()).error).toBeNull();
    world.clock.advance(31 * 86_400_000);
    expect((await auth.refreshSession()).error).toMatchObject({ status: 400, code: "session_expired" });
    await world.stop();
  });

  it("ends after its whole life however often it is refreshed", async () => {
    const world = await startIdentity({ IDENTITY_SESSION_DAYS: "40" });
    const { auth } = await world.person();
    world.clock.advance(25 * 86_400_000);
    expect((await auth.refreshSession()).error).toBeNull();
    world.clock.advance(16 * 86_400_000);
    expect((await auth.refreshSession()).error).toMatchObject({ code: "session_expired" });
    const left = await world.database.system((tx) => tx.execute(sql`select from identity.sessions`));
    expect(left.rows).toHaveLength(0);
    await world.stop();
  });
});

describe("a refresh whose answer was lost because the process died", () => {
  // Two starts of a database in a folder: seconds, on a busy machine tens of them.
  it("leads to the same token in the process that is started next [auth.token-refresh]", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "tessera-identity-"));
    const process = () =>
      createApplication([identityService], { environment: { DATA_DIR: dataDir, LOG_LEVEL: "silent", PORT: "0" } });
    const refresh = async (url: string, refresh_token: string) => {
      const answer = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ refresh_token }),
      });
      return (await answer.json()) as Answer;
    };
    const first = await process();
    const { data } = await supabase(await first.listen()).signUp({ email: newAddress(), password: PASSWORD });
    const lost = await refresh(await first.nest.getUrl(), data.session!.refresh_token);
    await first.close();
    const second = await process();
    const url = await second.listen();
    expect((await refresh(url, data.session!.refresh_token)).refresh_token).toBe(lost.refresh_token);
    expect((await refresh(url, lost.refresh_token)).access_token).toEqual(expect.any(String));
    await second.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
