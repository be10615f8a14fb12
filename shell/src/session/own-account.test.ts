import { webcrypto } from "node:crypto";
import { jest } from "@jest/globals";
import { createSharedState } from "../stores/shared-state.ts";
import { answerWith, clearCookies, config, sessionOf, storeSession } from "../testing/start-shell.tsx";
import { createLink } from "./link.ts";
import { createOwnAccount } from "./own-account.ts";
import { createSession, type ShellSession } from "./session.ts";

Object.defineProperty(globalThis.crypto, "subtle", { value: webcrypto.subtle, configurable: true });

const encoded = (value: unknown) =>
  btoa(JSON.stringify(value)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
/** What the service answers once a second factor was used. */
function raised(session = sessionOf()) {
  const [head, , signature] = session.access_token.split(".");
  const claims = { sub: session.user.id, exp: session.expires_at, aal: "aal2", amr: [], role: "authenticated" };
  return { ...session, access_token: `${head}.${encoded(claims)}.${signature}`, refresh_token: "refresh-2" };
}
const factor = {
  id: "f1",
  factor_type: "totp",
  status: "verified",
  friendly_name: "Phone app",
  created_at: "2026-11-01",
  updated_at: "",
};

const open: ShellSession[] = [];
function start(stored = sessionOf()) {
  storeSession(stored);
  const session = createSession({
    config,
    shared: createSharedState(),
    link: createLink(),
    load: () => import("./supabase.ts"),
  });
  open.push(session);
  return session;
}
beforeEach(clearCookies);
afterEach(async () => {
  for (const session of open.splice(0)) await (await session.client()).auth.stopAutoRefresh();
  jest.restoreAllMocks();
});

describe("the person's own account", () => {
  it("has its factors and ways to sign in", async () => {
    const identities = [
      {
        identity_id: "i1",
        id: "42",
        user_id: "u",
        provider: "github",
        identity_data: { user_name: "ines" },
        created_at: "2026-11-02",
      },
    ];
    answerWith({
      "/auth/v1/user": () => Response.json({ ...sessionOf().user, phone: "43155501", factors: [factor], identities }),
    });
    expect(await start().account.get()).toMatchObject({
      email: "ines@halvorsen.example",
      phone: "43155501",
      newEmail: null,
      factors: [{ id: "f1", type: "totp", name: "Phone app", verified: true, lastUsedAt: null }],
      identities: [{ id: "i1", provider: "github", name: "ines" }],
    });
  });

  it("raises the page's session by a second factor [session.aal]", async () => {
    const after = raised();
    answerWith({
      "/auth/v1/factors/f1/challenge": () => Response.json({ id: "c1", type: "totp", expires_at: 0 }),
      "/auth/v1/factors/f1/verify": () => Response.json(after),
    });
    const { account, accessToken } = start();
    expect(await account.assurance()).toBe("aal1");
    const { challengeId } = await account.challengeFactor("f1");
    await account.verifyFactor("f1", challengeId, "123456");
    expect(await account.assurance()).toBe("aal2");
    expect(await accessToken()).toBe(after.access_token);
  });

  it("raises it by a call that answers a session, as one with a recovery code does", async () => {
    const asked = answerWith({
      "/auth/v1/factors/recovery-codes/verify": () => Response.json(raised()),
      "/auth/v1/user": () => Response.json({ ...sessionOf().user, factors: [factor] }),
    });
    const before = sessionOf();
    const session = start(before);
    await session.account.call("POST", "factors/recovery-codes/verify", { code: "AAAAA-BBBBB" });
    expect(await session.account.assurance()).toBe("aal2");
    const [, sent] = asked.mock.calls[0]!;
    expect(sent).toMatchObject({ method: "POST", body: '{"code":"AAAAA-BBBBB"}' });
    expect(new Headers(sent?.headers).get("authorization")).toBe(`Bearer ${before.access_token}`);
  });

  it("tells the page of the factors that are left when one is removed", async () => {
    answerWith({
      "/auth/v1/factors/f1": () => Response.json({ id: "f1" }),
      "/auth/v1/token": () => Response.json({ ...sessionOf(), user: { ...sessionOf().user, factors: [] } }),
      "/auth/v1/user": () => Response.json({ ...sessionOf().user, factors: [factor] }),
    });
    const session = start();
    await (await session.client()).auth.setSession({
      access_token: sessionOf().access_token,
      refresh_token: "refresh-1",
    });
    expect(session.getSession().user?.factors).toHaveLength(1);
    await session.account.removeFactor("f1");
    expect(session.getSession().user?.factors).toEqual([]);
  });

  it("confirms a number without taking the session that proves it, and ends that one", async () => {
    const after = raised();
    const asked = answerWith({
      "/auth/v1/verify": () => Response.json({ ...sessionOf(), access_token: "another.session.token" }),
      "/auth/v1/logout": () => new Response(null, { status: 204 }),
      "/auth/v1/token": () => Response.json({ ...after, user: { ...sessionOf().user, phone: "43155501" } }),
    });
    const session = start();
    await session.account.confirmPhone("43155501", "123456");
    const ended = asked.mock.calls.find(([address]) => String(address).includes("/logout?scope=local"));
    expect(new Headers(ended?.[1]?.headers).get("authorization")).toBe("Bearer another.session.token");
    expect(await session.accessToken()).toBe(after.access_token);
  });

  it("sends the proof along where a way to sign in is taken, and tells the page of those left", async () => {
    const asked = answerWith({
      "/auth/v1/user/identities/i2": () => Response.json({}),
      "/auth/v1/token": () => Response.json({ ...sessionOf(), user: { ...sessionOf().user, identities: [] } }),
    });
    await start().account.unlinkIdentity("i2", { currentPassword: "secret words" });
    expect(asked.mock.calls[0]?.[1]).toMatchObject({ method: "DELETE", body: '{"current_password":"secret words"}' });
  });

  it("leaves for another service by what the service answers, with proof where it is given, and keeps the page", async () => {
    const asked = answerWith({
      "/auth/v1/user/identities/authorize": () => Response.json({ url: "https://id.example/authorize" }),
    });
    const left: string[] = [];
    const kept: string[] = [];
    const session = start();
    const account = createOwnAccount({
      url: `${location.origin}/auth/v1`,
      key: "anon",
      open: session.client,
      keepPath: (path) => void kept.push(path),
      leave: (to) => void left.push(to),
    });
    await account.linkIdentity("github", "/settings/security");
    await account.linkIdentity("github", "/settings/security", { nonce: "123456" });
    expect(left).toEqual(["https://id.example/authorize", "https://id.example/authorize"]);
    expect(kept).toEqual(["/settings/security", "/settings/security"]);
    const [plain, proved] = asked.mock.calls.map(([address, init]) => ({
      url: new URL(String(address), location.origin),
      init,
    }));
    expect(plain?.init?.method).toBe("GET");
    expect(proved?.init).toMatchObject({ method: "POST", body: '{"nonce":"123456"}' });
    for (const { url } of [plain!, proved!]) {
      expect(url.searchParams.get("provider")).toBe("github");
      expect(url.searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
      expect(url.searchParams.get("redirect_to")).toBe(`${location.origin}/confirm`);
    }
  });

  it("stays, and keeps no page, when linking is refused", async () => {
    const refused = { code: 404, error_code: "manual_linking_disabled", msg: "Off" };
    answerWith({ "/auth/v1/user/identities/authorize": () => Response.json(refused, { status: 404 }) });
    await expect(start().account.linkIdentity("github", "/settings/security")).rejects.toMatchObject({
      code: "manual_linking_disabled",
    });
    expect(document.cookie).not.toContain("redirect-path");
  });

  it("rejects with the service's sentence and code", async () => {
    answerWith({
      "/auth/v1/user/sessions/s1": () =>
        Response.json({ code: "session_not_found", message: "This session has ended already" }, { status: 404 }),
    });
    await expect(start().account.call("DELETE", "user/sessions/s1")).rejects.toMatchObject({
      message: "This session has ended already",
      code: "session_not_found",
    });
  });

  it("gives the picture of a new factor as an address that any drawing survives", async () => {
    const totp = { qr_code: '<svg fill="#000"/>', secret: "ABC", uri: "otpauth://totp/x" };
    answerWith({ "/auth/v1/factors": () => Response.json({ id: "f2", type: "totp", friendly_name: "App", totp }) });
    const made = await start().account.enrollFactor({ type: "totp", name: "App" });
    expect(made).toMatchObject({ id: "f2", totp: { secret: "ABC", uri: "otpauth://totp/x" } });
    expect(decodeURIComponent(made.totp!.qrCode)).toBe('data:image/svg+xml;utf8,<svg fill="#000"/>');
    expect(made.totp!.qrCode).not.toContain("#");
  });

  it("names what the installation offers, without its own ways to sign in", async () => {
    const external = { anonymous_users: true, email: true, phone: true, github: true, google: false };
    const providers = [{ id: "github", name: "GitHub" }];
    answerWith({ "/auth/v1/settings": () => Response.json({ external, providers }) });
    expect(await start().account.offers()).toEqual({ providers: ["github"], names: { github: "GitHub" }, phone: true });
  });
});
