import { jest } from "@jest/globals";
import { renderInShell, testUser } from "@tessera/shell-api/testing";
import { windowWidth } from "@tessera/testing/window-width.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import routes from "../routes.tsx";
import { keyCheck } from "./key-check.ts";
import { clockCheck } from "./server-checks.ts";

const KEYS = { keys: [{ kid: "key-1", alg: "ES256", kty: "EC" }] };
const installation = (fields: object = {}) => ({
  time: new Date().toISOString(),
  files: { kind: "folder", ok: true, ms: 3, reason: null },
  ...fields,
});
const token =
  (claims: object = {}) =>
  async () => ({
    header: { alg: "ES256", kid: "key-1" },
    claims: {
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password" }],
      iat: Date.now() / 1000 - 60,
      exp: Date.now() / 1000 + 3_000,
      ...claims,
    },
  });

// What is beside auth/v1 is asked for without the shell.
const storage = jest.fn(async (_url: RequestInfo | URL, _init?: RequestInit) => new Response(null, { status: 404 }));
beforeEach(() => {
  globalThis.fetch = storage as typeof fetch;
  windowWidth(1440);
});

type Options = NonNullable<Parameters<typeof renderInShell>[1]>;
async function open(more: Options["routes"] = {}, claims: object = {}, session?: Options["session"]) {
  const view = renderInShell(routes, {
    path: "/supabase",
    session,
    routes: {
      "GET /auth/v1/health": { name: "Identity", version: "1.0.0" },
      "GET /auth/v1/settings": {
        external: { email: true, google: false },
        disable_signup: false,
        mailer_autoconfirm: true,
      },
      "GET /auth/v1/.well-known/jwks.json": KEYS,
      "GET /api/settings/installation": () => installation(),
      ...more,
    },
  });
  view.shell.identity.token = token(claims);
  await screen.findByRole("region", { name: "Identity" });
  return { ...view, person: userEvent.setup() };
}
const check = (group: string, title: string) =>
  within(screen.getByRole("region", { name: group }))
    .getAllByRole("listitem")
    .find((item) => item.textContent?.startsWith(title))!;

describe("connection diagnostics", () => {
  it("shows identity, keys, storage and the clock with what was found [route.supabase]", async () => {
    await open();
    expect(check("Identity", "Identity service")).toHaveTextContent(/Answers.*Identity 1\.0\.0/);
    expect(check("Identity", "Ways to sign in")).toHaveTextContent(/email\. Signing up is open/);
    expect(check("Identity", "Signing keys")).toHaveTextContent("key-1 (ES256)");
    expect(check("Identity", "Your token")).toHaveTextContent(/Good.*50 min left/);
    expect(check("Identity", "Assurance")).toHaveTextContent(/One factor.*aal1/);
    expect(check("Storage", "storage/v1")).toHaveTextContent(/Not here.*no such service/);
    expect(check("Storage", "Files")).toHaveTextContent(/Kept.*a folder of the server/);
    expect(check("Clock and keys", "Clock")).toHaveTextContent("Agrees");
    expect(String(storage.mock.calls.at(-1)?.[0])).toBe(`${location.origin}/storage/v1/status`);
  });

  it("follows every state of the channels, live, with the echo's time [realtime.states]", async () => {
    const { shell } = await open();
    const [echo, own] = shell.realtime.joined;
    expect(own!.name).toMatch(new RegExp(`^user:${testUser.id}:diagnostics:`));
    expect(own!.options.isPrivate).toBe(true);
    const says = (word: string) =>
      waitFor(() => expect(check("Realtime", "Open channel")).toHaveTextContent(new RegExp(`^Open channel${word}`)));
    await says("Joining");
    act(() => echo!.become("joined"));
    await says("Joined");
    expect(check("Realtime", "Open channel")).toHaveTextContent(/ ms.*median round trip of 5/);
    expect(echo!.sent).toHaveLength(5);
    act(() => echo!.become("errored", "Too many channels."));
    await says("Errored");
    expect(check("Realtime", "Open channel")).toHaveTextContent("Too many channels.");
    act(() => echo!.become("leaving"));
    await says("Leaving");
    act(() => echo!.become("closed"));
    await says("Closed");
  });

  it("shows the heartbeat's time, lost connections and the waits of attempts", async () => {
    const { shell } = await open();
    act(() => shell.realtime.setLink({ heartbeat: { at: Date.now(), ms: 12 } }));
    expect(check("Realtime", "Connection")).toHaveTextContent(/Open.*12 ms/);
    act(() =>
      shell.realtime.setLink({
        state: "closed",
        nextAttempt: Date.now() + 5_000,
        reconnects: [2_000, 1_000].map((delay) => ({ at: Date.now(), delay })),
      }),
    );
    expect(check("Realtime", "Connection")).toHaveTextContent(
      /Closed.*Next attempt in \d s\. Reconnected 2 times, after waits of 1 s, 2 s/,
    );
    expect(screen.getByRole("status")).toHaveTextContent("1 of 13 does not work");
  });

  it("says what is wrong and what to do", async () => {
    const factors = [{ id: "f", factor_type: "totp" as const, status: "verified" }];
    await open(
      {
        "GET /auth/v1/health": new Response(null, { status: 502 }),
        "GET /auth/v1/.well-known/jwks.json": { keys: [{ kid: "another", alg: "ES256", kty: "EC" }] },
        "GET /api/settings/installation": () =>
          installation({
            time: new Date(Date.now() + 120_000).toISOString(),
            files: { kind: "folder", ok: false, ms: 1, reason: "No space is left where the server keeps files." },
          }),
      },
      {},
      { state: "signed-in", user: { ...testUser, factors } },
    );
    expect(check("Identity", "Identity service")).toHaveTextContent(
      /Fails.*502.*Check that the identity service is running/,
    );
    expect(check("Identity", "Your token")).toHaveTextContent(/Unknown key.*Sign out and in again/);
    expect(check("Identity", "Assurance")).toHaveTextContent(/did not use.*Sign out, then sign in with it/);
    expect(check("Storage", "Files")).toHaveTextContent(/Fails.*No space is left/);
    expect(check("Clock and keys", "Clock")).toHaveTextContent(/Differs.*behind the server.*set its clock/);
  });

  it("looks again, and copies a report without token, key or address", async () => {
    const { person, shell } = await open();
    const before = shell.requests.length;
    await person.click(screen.getByRole("button", { name: "Run again" }));
    await waitFor(() => expect(shell.requests.length).toBeGreaterThan(before + 3));
    await waitFor(() => expect(shell.realtime.joined.length).toBe(6));
    await person.click(screen.getByRole("button", { name: "Copy report" }));
    const report = await navigator.clipboard.readText();
    expect(report).toMatch(/^Connection report, .*\nBuild 0123456789ab\n/);
    expect(report).toContain("- Identity service: Answers");
    expect(report).not.toContain(testUser.email);
    expect(report).not.toContain(testUser.id);
    expect(report).not.toContain(shell.identity.publishableKey);
  });

  it("leaves the channels when asked, and with the page", async () => {
    const { person, shell, unmount } = await open();
    await person.click(screen.getByRole("button", { name: "Leave channels" }));
    expect(shell.realtime.channels()).toEqual([]);
    await person.click(await screen.findByRole("button", { name: "Join channels" }));
    await waitFor(() => expect(shell.realtime.channels()).toHaveLength(3));
    unmount();
    await waitFor(() => expect(shell.realtime.channels()).toEqual([]));
  });
});

it("takes half of the round trip, less the server's own work, for the way of the answer", () => {
  const at = Date.parse("2026-11-21T22:00:00.000Z");
  const answer = (ahead: number, ms = 0) => ({
    time: new Date(at + ahead).toISOString(),
    files: { kind: "folder", ok: true, ms, reason: null },
  });
  expect(clockCheck(answer(0), at - 200, at + 200)).toMatchObject({
    status: "ok",
    text: "The clocks of this device and the server agree.",
  });
  expect(clockCheck(answer(0, 3_600), at - 4_000, at + 200)).toMatchObject({ status: "ok" });
  expect(clockCheck(answer(10_000), at - 100, at + 100)).toMatchObject({ status: "warn", figure: "−10.0 s" });
  expect(clockCheck(answer(-90_000), at - 100, at + 100)).toMatchObject({ status: "bad", figure: "+90.0 s" });
});

it("knows a secret key from one that may be seen", () => {
  const jwt = (role: string) => `${btoa("{}")}.${btoa(JSON.stringify({ role }))}.x`;
  expect(keyCheck("sb_publishable_abc")).toMatchObject({ status: "ok", word: "Publishable" });
  expect(keyCheck(jwt("anon"))).toMatchObject({ status: "ok", word: "Publishable" });
  expect(keyCheck("tessera")).toMatchObject({ status: "ok", word: "Placeholder" });
  for (const secret of ["sb_secret_abc", jwt("service_role")]) {
    expect(keyCheck(secret)).toMatchObject({ status: "bad", word: "Secret" });
    expect(JSON.stringify(keyCheck(secret))).not.toContain(secret);
  }
});
