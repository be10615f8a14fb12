import { webcrypto } from "node:crypto";
import { jest } from "@jest/globals";
import { createSharedState } from "../stores/shared-state.ts";
import { answerWith, clearCookies, config, sessionOf, storeSession } from "../testing/start-shell.tsx";
import { completeCallback } from "./complete-callback.ts";
import { createLink } from "./link.ts";
import { createSession, type ShellSession } from "./session.ts";

Object.defineProperty(globalThis.crypto, "subtle", { value: webcrypto.subtle, configurable: true });

let open: ShellSession | null = null;
beforeEach(() => {
  clearCookies();
  localStorage.clear();
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
  const result = await completeCallback(await session.client(), new URL(location.href), session.recovering);
  return { result, user: () => shared.supabase_user.get() };
}

/** Tokens in the fragment, as links lead here that no browser asked for: of an invitation, of an administrator. */
function tokens(issuedSecondsAgo: number, type = "magiclink"): string {
  const made = sessionOf(3600 - issuedSecondsAgo);
  answerWith({ "/auth/v1/user": () => Response.json(made.user) });
  const { access_token, refresh_token, expires_at } = made;
  const fragment = { access_token, refresh_token, expires_at: String(expires_at), expires_in: "3600", token_type: "bearer", type };
  return `#${new URLSearchParams(fragment)}`;
}

const STALE = /Session as retrieved from URL was issued over 120s ago/;

describe("what the address of /confirm carries", () => {
  it("warns of tokens that were issued 120 s ago, and not of younger ones [session.stale-url]", async () => {
    const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
    expect((await arrive(tokens(100))).result).toEqual({ kind: "signed-in", newPassword: false });
    expect(warned.mock.calls.flat().join(" ")).not.toMatch(STALE);
    expect((await arrive(tokens(125))).result.kind).toBe("signed-in");
    expect(warned).toHaveBeenCalledWith(expect.stringMatching(STALE), expect.anything(), expect.anything());
  });

  it("takes the tokens of an invitation, whose person chooses a password then", async () => {
    const { result, user } = await arrive(tokens(1, "invite"));
    expect(result).toEqual({ kind: "signed-in", newPassword: true });
    expect(user()?.email).toBe("ines@halvorsen.example");
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

  it("clears the session at any other error, and never repeats the address's own words [auth.identity-errors]", async () => {
    storeSession();
    answerWith({ "/auth/v1/logout": () => new Response(null, { status: 204 }) });
    const { result, user } = await arrive("#error=access_denied&error_code=otp_expired&error_description=Call+this+number");
    expect(result).toEqual({ kind: "failed", error: { code: "otp_expired" }, kept: false });
    expect(user()).toBeNull();
  });

  it("says that one of two mailboxes has agreed", async () => {
    expect((await arrive("#message=Confirmation+link+accepted")).result).toEqual({ kind: "half" });
    expect((await arrive("")).result).toEqual({ kind: "nothing" });
  });
});
