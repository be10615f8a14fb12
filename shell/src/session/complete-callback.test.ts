import { webcrypto } from "node:crypto";
import { jest } from "@jest/globals";
import { createSharedState } from "../stores/shared-state.ts";
import { answerWith, clearCookies, config, sessionOf, storeSession } from "../testing/start-shell.tsx";
import { beginFlow } from "./asked-here.ts";
import { completeCallback } from "./complete-callback.ts";
import { createLink } from "./link.ts";
import { createSession, type ShellSession } from "./session.ts";

Object.defineProperty(globalThis.crypto, "subtle", { value: webcrypto.subtle, configurable: true });

let open: ShellSession | null = null;
beforeEach(() => {
  clearCookies();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(async () => {
  await (await open?.client())?.auth.stopAutoRefresh();
  history.replaceState(null, "", "/");
  jest.restoreAllMocks();
});

/** Opens /confirm with what a link added to it. */
async function arrive(added: string) {
  history.replaceState(null, "", `/confirm${added}`);
  const shared = createSharedState();
  const session = createSession({ config, shared, link: createLink(), load: () => import("./supabase.ts") });
  open = session;
  const clients = { client: await session.client(), apart: await session.apart() };
  const result = await completeCallback(clients, new URL(location.href), session.recovering);
  return { result, user: () => shared.supabase_user.get(), client: clients.client };
}

const MINE = "ines@halvorsen.example";
const ofStranger = { id: "00000000-0000-4000-8000-000000000099", email: "mallory@evil.example" };

/**
 * A session that a link opens, of `person`, else of the person this test's browser belongs to; its answers at the
 * services.
 */
function opened(issuedSecondsAgo: number, person: { id?: string; email?: string; factors?: object[] } = {}) {
  const made = sessionOf(3600 - issuedSecondsAgo);
  const session = { ...made, user: { ...made.user, ...person } };
  const asked = answerWith({
    "/auth/v1/user": () => Response.json(session.user),
    "/auth/v1/verify": () => Response.json(session),
    "/auth/v1/logout": () => new Response(null, { status: 204 }),
    "/auth/v1/otp": () => Response.json({}),
  });
  return {
    session,
    calls: () => asked.mock.calls.map(([address]) => new URL(String(address), location.origin).pathname),
  };
}

/** Tokens in the fragment, as links carry them that were made without PKCE: of an administrator, of another program. */
function tokens(issuedSecondsAgo: number, type = "magiclink", person = {}): string {
  const { access_token, refresh_token, expires_at } = opened(issuedSecondsAgo, person).session;
  const fragment = {
    access_token,
    refresh_token,
    expires_at: String(expires_at),
    expires_in: "3600",
    token_type: "bearer",
    type,
  };
  return `#${new URLSearchParams(fragment)}`;
}

const STALE = /Session as retrieved from URL was issued over 120s ago/;

describe("what the address of /confirm carries", () => {
  it("warns of tokens that were issued 120 s ago, and not of younger ones [session.stale-url]", async () => {
    storeSession();
    const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
    expect((await arrive(tokens(100))).result).toEqual({ kind: "signed-in", newPassword: false });
    expect(warned.mock.calls.flat().join(" ")).not.toMatch(STALE);
    expect((await arrive(tokens(125))).result.kind).toBe("signed-in");
    expect(warned).toHaveBeenCalledWith(expect.stringMatching(STALE), expect.anything(), expect.anything());
  });

  it("takes tokens that nobody here asked for only after the person says so", async () => {
    const { result, user } = await arrive(tokens(1, "invite"));
    if (result.kind !== "account") throw new Error(result.kind);
    expect([result.account, result.current, user()]).toEqual([MINE, null, null]);
    expect(await result.accept()).toEqual({ kind: "signed-in", newPassword: true });
    expect(user()?.email).toBe(MINE);
  });

  it("never replaces the account that is signed in without asking, even where a mail to the other was asked for", async () => {
    storeSession();
    const fragment = tokens(1, "magiclink", ofStranger);
    const before = await arrive("");
    await before.client.auth.signInWithOtp({ email: ofStranger.email });
    const { result, user } = await arrive(fragment);
    if (result.kind !== "account") throw new Error(result.kind);
    expect([result.account, result.current, user()?.email]).toEqual([ofStranger.email, MINE, MINE]);
    expect(await result.decline()).toEqual({ kind: "declined" });
    expect(user()?.email).toBe(MINE);
  });

  it("takes tokens at once for the person signed in, and once for an address to which this browser had an email sent", async () => {
    storeSession();
    expect((await arrive(tokens(1))).result.kind).toBe("signed-in");
    clearCookies();
    const fragment = tokens(1);
    const { client } = await arrive("");
    await client.auth.signInWithOtp({ email: ` ${MINE.toUpperCase()}` });
    expect((await arrive(fragment)).result).toEqual({ kind: "signed-in", newPassword: false });
    clearCookies();
    expect((await arrive(fragment)).result.kind).toBe("account");
  });

  it("takes a session that still owes its factor, whose address nobody tells, where this browser asked for a mail", async () => {
    const factor = { id: "f1", factor_type: "totp", status: "verified" };
    const fragment = tokens(1, "recovery", { email: "", factors: [factor] });
    expect((await arrive(fragment)).result.kind).toBe("account");
    const { client } = await arrive("");
    await client.auth.signInWithOtp({ email: MINE });
    expect((await arrive(fragment)).result).toEqual({ kind: "signed-in", newPassword: true });
    clearCookies();
    expect((await arrive(fragment)).result.kind).toBe("account");
  });

  it("spends a mailed link only when its button is pressed, and asks whose account it is", async () => {
    storeSession();
    const { calls } = opened(1, ofStranger);
    const { result, user } = await arrive("?token_hash=abc&type=magiclink");
    if (result.kind !== "link") throw new Error(result.kind);
    expect([result.type, result.current, calls().filter((path) => path.endsWith("/verify"))]).toEqual([
      "magiclink",
      MINE,
      [],
    ]);
    const account = await result.redeem();
    expect(calls().filter((path) => path.endsWith("/verify"))).toHaveLength(1);
    if (account.kind !== "account") throw new Error(account.kind);
    expect([account.account, user()?.email]).toEqual([ofStranger.email, MINE]);
    await account.decline();
    expect([calls().at(-1), user()?.email]).toEqual(["/auth/v1/logout", MINE]);
    expect(await account.accept()).toEqual({ kind: "signed-in", newPassword: false });
    expect(user()?.email).toBe(ofStranger.email);
  });

  it("keeps the session when a mailed link does not work", async () => {
    storeSession();
    answerWith({
      "/auth/v1/verify": () => Response.json({ error_code: "otp_expired", msg: "too late" }, { status: 403 }),
    });
    const { result, user } = await arrive("?token_hash=abc&type=recovery");
    if (result.kind !== "link") throw new Error(result.kind);
    expect(await result.redeem()).toMatchObject({ kind: "failed", error: { code: "otp_expired" }, kept: true });
    expect(user()?.email).toBe(MINE);
  });

  it("leaves the session alone when a code comes back that this browser did not ask for", async () => {
    storeSession();
    const { result, user } = await arrive("?code=11111111-1111-4111-8111-111111111111");
    expect(result).toEqual({ kind: "confirmed" });
    expect(user()?.email).toBe(MINE);
  });

  it.each(["identity_already_exists", "identity_not_found", "single_identity_not_deletable"])(
    "keeps the session when an identity was refused: %s [auth.identity-errors]",
    async (code) => {
      storeSession();
      const { result, user } = await arrive(`?error=access_denied&error_code=${code}&error_description=words`);
      expect(result).toEqual({ kind: "failed", error: { code }, kept: true });
      expect(user()).not.toBeNull();
    },
  );

  it("clears the session at any other error of a sign-in that this tab began [auth.identity-errors]", async () => {
    storeSession();
    answerWith({ "/auth/v1/logout": () => new Response(null, { status: 204 }) });
    beginFlow();
    const { result, user } = await arrive(
      "#error=access_denied&error_code=otp_expired&error_description=Call+this+number",
    );
    expect(result).toEqual({ kind: "failed", error: { code: "otp_expired" }, kept: false });
    expect(user()).toBeNull();
  });

  it("ends no session for an error that anybody wrote into an address, and never repeats its words", async () => {
    storeSession();
    for (const address of [
      "?error=x",
      "#error=access_denied&error_code=otp_expired&error_description=Call+this+number",
    ]) {
      const { result, user } = await arrive(address);
      expect(result).toMatchObject({ kind: "failed", kept: true });
      expect(JSON.stringify(result)).not.toContain("Call");
      expect(user()?.email).toBe(MINE);
    }
  });

  it("says that one of two mailboxes has agreed", async () => {
    expect((await arrive("#message=Confirmation+link+accepted")).result).toEqual({ kind: "one-confirmed" });
    expect((await arrive("")).result).toEqual({ kind: "nothing" });
  });
});
