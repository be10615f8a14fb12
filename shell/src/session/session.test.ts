import { webcrypto } from "node:crypto";
import { jest } from "@jest/globals";
import { createSharedState } from "../stores/shared-state.ts";
import { answerWith, COOKIE, clearCookies, config, sessionOf, storeSession } from "../testing/start-shell.tsx";
import { createLink } from "./link.ts";
import { createSession, type ShellSession } from "./session.ts";

Object.defineProperty(globalThis.crypto, "subtle", { value: webcrypto.subtle, configurable: true });

const open: ShellSession[] = [];
function start() {
  const shared = createSharedState();
  const load = jest.fn(() => import("./supabase.ts"));
  const session = createSession({ config, shared, link: createLink(), load });
  const events: string[] = [];
  session.onEvent((event) => events.push(event));
  open.push(session);
  return { shared, session, load, events };
}

const answer = (session: object) => () => Response.json(session);

beforeEach(() => {
  clearCookies();
  localStorage.clear();
});
afterEach(async () => {
  // The library's timer would keep the test process alive.
  for (const session of open.splice(0)) await (await session.client()).auth.stopAutoRefresh();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe("session", () => {
  it.each<[string, () => Promise<Response>]>([
    ["a connection", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["an answer", () => new Promise(() => {})],
  ])("stays signed in when an expired token cannot be renewed for want of %s", async (_, ask) => {
    storeSession(sessionOf(-60));
    jest.useFakeTimers();
    globalThis.fetch = jest.fn(ask) as typeof fetch;
    const { session, events } = start();
    // The library tries for half a minute before it gives up.
    const token = session.accessToken();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await token).toBeNull();
    expect(session.getSession()).toMatchObject({ state: "signed-in", user: { email: "ines@halvorsen.example" } });
    expect(events).not.toContain("INITIAL_SESSION");
  });

  it("holds the person under supabase_user from the first moment, without loading the library [session.shared-state]", async () => {
    const made = sessionOf();
    storeSession(made);
    const { shared, session, load } = start();
    expect(shared.supabase_user.get()).toMatchObject({ email: "ines@halvorsen.example" });
    expect(session.getSession().state).toBe("signed-in");
    await session.wait();
    expect(await session.accessToken()).toBe(made.access_token);
    expect(load).not.toHaveBeenCalled();
  });

  it("keeps every field of the session, and factors and identities of the user [session.fields]", async () => {
    const factors = [
      { id: "f1", factor_type: "totp", status: "verified", friendly_name: "Phone", created_at: "", updated_at: "" },
    ];
    const identities = [{ identity_id: "i1", id: "1", user_id: "u", provider: "email" }];
    const made = sessionOf(3600, { provider_token: "provider" });
    const full = { ...made, user: { ...made.user, factors, identities } };
    answerWith({ "/auth/v1/token": answer(full) });
    const { session, shared } = start();
    const client = await session.client();
    const { data } = await client.auth.signInWithPassword({
      email: "ines@halvorsen.example",
      password: "a long password",
    });
    expect(data.session).toMatchObject({
      access_token: made.access_token,
      refresh_token: "refresh-1",
      expires_at: made.expires_at,
      expires_in: 3600,
      token_type: "bearer",
      provider_token: "provider",
    });
    expect(shared.supabase_user.get()).toMatchObject({
      factors: [{ id: "f1", factor_type: "totp", status: "verified" }],
      identities: [{ identity_id: "i1", provider: "email" }],
    });
  });

  it("follows each event of the session [session.events]", async () => {
    answerWith({
      "/auth/v1/token": () => Response.json(sessionOf()),
      "/auth/v1/user": () => Response.json({ ...sessionOf().user, email: "new@halvorsen.example" }),
      "/auth/v1/logout": () => new Response(null, { status: 204 }),
      "/auth/v1/verify": () => Response.json(sessionOf()),
      "/auth/v1/factors/f1/verify": () => Response.json(sessionOf()),
    });
    const { session, shared, events } = start();
    const { auth } = await session.client();
    await auth.initialize();
    await auth.signInWithPassword({ email: "ines@halvorsen.example", password: "a long password" });
    expect(shared.supabase_user.get()?.email).toBe("ines@halvorsen.example");
    await auth.refreshSession();
    await session.updateUser({ email: "new@halvorsen.example" });
    expect(shared.supabase_user.get()?.email).toBe("new@halvorsen.example");
    await auth.verifyOtp({ token_hash: "hash", type: "recovery" });
    expect(session.recovering()).toBe(true);
    await auth.mfa.verify({ factorId: "f1", challengeId: "c1", code: "123456" });
    await session.signOut("local");
    expect(shared.supabase_user.get()).toBeNull();
    expect(session.getSession().state).toBe("signed-out");
    for (const event of [
      "INITIAL_SESSION",
      "SIGNED_IN",
      "TOKEN_REFRESHED",
      "USER_UPDATED",
      "PASSWORD_RECOVERY",
      "MFA_CHALLENGE_VERIFIED",
      "SIGNED_OUT",
    ]) {
      expect(events).toContain(event);
    }
  });

  it("stores it in cookies: path /, lax, 400 days, readable by the page, chunks of 3180 characters [session.cookie]", async () => {
    const written: string[] = [];
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
    jest.spyOn(document, "cookie", "set").mockImplementation((value) => {
      written.push(value);
      cookie?.set?.call(document, value);
    });
    const long = sessionOf();
    answerWith({
      "/auth/v1/token": answer({ ...long, user: { ...long.user, user_metadata: { about: "x".repeat(6000) } } }),
    });
    const { session } = start();
    await (await session.client()).auth.signInWithPassword({
      email: "ines@halvorsen.example",
      password: "a long password",
    });
    const chunks = written.filter((value) => new RegExp(`^${COOKIE}\\.\\d+=`).test(value) && !/Max-Age=0/i.test(value));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      expect(chunk).toMatch(/; Path=\//i);
      expect(chunk).toMatch(/; SameSite=Lax/i);
      expect(chunk).toMatch(new RegExp(`; Max-Age=${400 * 24 * 60 * 60}`, "i"));
      expect(chunk).not.toMatch(/HttpOnly/i);
    }
    const sizes = chunks.map((chunk) => (chunk.split(";")[0] ?? "").split("=")[1]?.length ?? 0);
    expect(Math.max(...sizes)).toBe(3180);
    // The next page reads what this one stored.
    expect(start().shared.supabase_user.get()?.email).toBe("ines@halvorsen.example");
  });

  it("asks with a PKCE challenge [session.flow]", async () => {
    const asked = answerWith({ "/auth/v1/recover": () => Response.json({}) });
    const { session } = start();
    await (await session.client()).auth.resetPasswordForEmail("ines@halvorsen.example");
    const body = JSON.parse(String(asked.mock.calls[0]?.[1]?.body));
    expect(body).toMatchObject({ code_challenge_method: "s256", code_challenge: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it("removes the session when its renewal is refused for good [session.refresh-failure]", async () => {
    jest.spyOn(console, "error").mockImplementation(() => {});
    storeSession(sessionOf(-60));
    answerWith({
      "/auth/v1/token": () =>
        Response.json({ code: "refresh_token_not_found", message: "Invalid Refresh Token" }, { status: 400 }),
    });
    const { session, shared } = start();
    expect(await session.accessToken()).toBeNull();
    expect(shared.supabase_user.get()).toBeNull();
    expect(document.cookie).not.toContain(`${COOKIE}=`);
  });

  it("renews an expired token before it is used, and again when it was refused", async () => {
    storeSession(sessionOf(-60));
    const renewed = sessionOf(3600, { refresh_token: "refresh-2" });
    answerWith({ "/auth/v1/token": () => Response.json(renewed) });
    const { session, events } = start();
    expect(await session.accessToken()).toBe(renewed.access_token);
    expect(await session.renew()).toBe(renewed.access_token);
    expect(events).toContain("TOKEN_REFRESHED");
  });

  it.each<[string, string, number, () => Promise<Response>]>([
    [
      "ends with its renewal when it was ended elsewhere, and says so, though its token has not expired",
      "signed-out",
      1,
      async () =>
        Response.json(
          { code: "refresh_token_not_found", message: "Invalid Refresh Token" },
          { status: 400, headers: { "x-supabase-api-version": "2024-01-01" } },
        ),
    ],
    [
      "lasts when its renewal does not reach the service",
      "signed-in",
      0,
      () => Promise.reject(new TypeError("Failed to fetch")),
    ],
  ])("%s", async (_name, state, times, answers) => {
    jest.spyOn(console, "error").mockImplementation(() => {});
    storeSession();
    answerWith({ "/auth/v1/token": answers, "/auth/v1/logout": () => new Response(null, { status: 403 }) });
    const { session } = start();
    const ended = jest.fn();
    session.onEnded(ended);
    jest.useFakeTimers({ doNotFake: ["performance"] });
    const renewed = session.renew();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await renewed).toBeNull();
    expect([session.getSession().state, ended.mock.calls.length]).toEqual([state, times]);
  });

  it("renews tokens of five minutes once each, well before they expire", async () => {
    const asked: number[] = [];
    answerWith({
      "/auth/v1/token": () => {
        asked.push(Date.now());
        return Response.json(sessionOf(300));
      },
    });
    jest.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    jest.useFakeTimers();
    storeSession(sessionOf(300));
    const { session } = start();
    await (await session.client()).auth.initialize();
    const began = Date.now();
    await jest.advanceTimersByTimeAsync(900_000);
    const waits = asked.map((at, index) => (at - (asked[index - 1] ?? began)) / 1000);
    // The first tick of 30 s at which less than 90 s are left.
    expect(waits).toEqual(waits.map(() => 180));
    expect(waits).toHaveLength(5);
  });

  it("is waited for at most 200 ms [guard.session-wait]", async () => {
    storeSession(sessionOf(-60));
    let release = () => {};
    answerWith({
      "/auth/v1/token": () =>
        new Promise<Response>((resolve) => {
          release = () => resolve(Response.json(sessionOf()));
        }),
    });
    const { session } = start();
    jest.useFakeTimers();
    let waited = false;
    const wait = session.wait().then(() => {
      waited = true;
    });
    await jest.advanceTimersByTimeAsync(199);
    expect(waited).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await wait;
    jest.useRealTimers();
    release();
    await session.accessToken();
    jest.useFakeTimers();
    // No timer ends this one.
    await session.wait();
  });

  it("renews it near its expiry every 30 s while the tab is seen, stops when hidden, and at once when seen again [session.refresh]", async () => {
    const asked: number[] = [];
    answerWith({
      "/auth/v1/token": () => {
        asked.push(Date.now());
        return Response.json(sessionOf(60));
      },
    });
    const visible = jest.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    const turn = async (state: DocumentVisibilityState) => {
      visible.mockReturnValue(state);
      window.dispatchEvent(new Event("visibilitychange"));
      await jest.advanceTimersByTimeAsync(50);
    };
    jest.useFakeTimers();
    storeSession(sessionOf(600));
    const { session } = start();
    await (await session.client()).auth.initialize();
    await jest.advanceTimersByTimeAsync(31_000);
    expect(asked).toEqual([]);
    // 90 s before its end a token is near its expiry; the renewed ones live so short that each tick renews them.
    await jest.advanceTimersByTimeAsync(600_000);
    const ticks = [...new Set(asked.map((time) => Math.round(time / 1000)))];
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.slice(1).map((time, index) => time - (ticks[index] ?? 0))).toEqual(ticks.slice(1).map(() => 30));
    await turn("hidden");
    const hidden = asked.length;
    await jest.advanceTimersByTimeAsync(120_000);
    expect(asked.length).toBe(hidden);
    await turn("visible");
    expect(asked.length).toBeGreaterThan(hidden);
  });

  it("tries a renewal that did not reach the server again after 200 ms, then 400 [session.refresh-retry]", async () => {
    jest.useFakeTimers();
    jest.spyOn(console, "error").mockImplementation(() => {});
    storeSession(sessionOf(-60));
    const at: number[] = [];
    answerWith({
      "/auth/v1/token": () => {
        at.push(Date.now());
        return at.length < 4 ? new Response("", { status: 503 }) : Response.json(sessionOf());
      },
    });
    const { session } = start();
    const token = session.accessToken();
    await jest.advanceTimersByTimeAsync(5000);
    expect(await token).not.toBeNull();
    expect(at.slice(1, 4).map((time, index) => time - (at[index] ?? 0))).toEqual([200, 400, 800]);
  });
});
