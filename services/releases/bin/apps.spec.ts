/** A command and what it says; the service is asked as src/apps asks it. @databases one @run all */
import { execFile } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Manifest } from "@tessera/federation/manifest.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { DeployTokens } from "../src/deploy-tokens.ts";
import { releasesService } from "../src/index.ts";
import { Releases } from "../src/operator.ts";
import { candidateOf } from "../src/testing/candidate.ts";

let world: World;
let token: string;
beforeAll(async () => {
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  token = await world.token({ email: "admin@example.com" });
});
afterAll(() => world.stop());

/** Runs the command as a terminal does; nobody is there to sign in. */
const rollout = (words: string[], environment: Record<string, string> = { ADMIN_TOKEN: token }) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH!, PUBLIC_URL: world.url, ...environment };
    const run = execFile(
      process.execPath,
      [path.join(import.meta.dirname, "rollout.ts"), ...words],
      { env },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err: err.trim() }),
    );
    run.stdin?.end();
  });

it("makes an app, replaces and revokes its token, and shows the log", async () => {
  const created = await rollout(["apps", "create", "hello", "--owner", "Team Hello", "--paths", "/hello, /greetings"]);
  expect(created).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^hello: deploy token, shown this once:\ntessera_[\w-]{43}$/),
  });
  const rotated = JSON.parse((await rollout(["apps", "rotate", "hello", "--json"])).out) as { token: string };
  expect(created.out).not.toContain(rotated.token);
  const tried = (with_: string) =>
    fetch(`${world.url}/api/releases/apps/hello/rollout`, { headers: { authorization: `Bearer ${with_}` } }).then(
      ({ status }) => status,
    );
  expect([await tried(created.out.split("\n")[1]!), await tried(rotated.token)]).toEqual([401, 404]);
  expect((await rollout(["apps", "change", "hello", "--paths", "/hello"])).out).toContain("paths      /hello");
  expect((await rollout(["apps", "revoke", "hello"])).out).toBe("hello: the deploy token is revoked");
  expect((await rollout(["apps"])).out).toBe("hello (remote), Team Hello, no deploy token\n  paths      /hello");
  const log = (await rollout(["log", "hello"])).out.split("\n");
  expect(log.map((line) => line.split("  ").slice(1, 4).join(", "))).toEqual([
    "hello, token revoked, by admin@example.com",
    "hello, app changed, by admin@example.com",
    "hello, token rotated, by admin@example.com",
    "hello, app created, by admin@example.com",
  ]);
});

it("says who serves a path, and why", async () => {
  expect((await rollout(["serves", "/hello/world"])).out).toBe(
    [
      "/hello/world: nobody",
      "  /hello and what is below it was granted to hello (Team Hello).",
      "  No route of a stable release matches: people get Page Not Found.",
    ].join("\n"),
  );
  expect((await rollout(["serves"])).code).toBe(2);
});

it("passes on why the product refuses, and says what is wrong with its words", async () => {
  const stranger = { ADMIN_TOKEN: await world.token({ email: "stranger@example.com" }) };
  expect(await rollout(["apps"], stranger)).toMatchObject({
    code: 1,
    err: "Only administrators may see and change releases.",
  });
  expect(await rollout(["apps", "create", "late"])).toMatchObject({ code: 2, err: expect.stringMatching(/^Usage:/) });
  expect(await rollout(["apps"], {})).toMatchObject({ code: 2, err: expect.stringMatching(/ADMIN_TOKEN/) });
});

it("sets, lists and removes schedules of rollouts", async () => {
  expect((await rollout(["schedule"])).out).toBe("No schedule: rollouts continue at any time");
  const windows = "mon-thu 09:00-16:00, fri 09:00-12:00";
  const freeze = "2026-12-20T00:00/2027-01-04T09:00 Year-end closing";
  const set = ["--zone", "Europe/Berlin", "--windows", windows, "--freeze", freeze];
  const text = [
    "all apps (Europe/Berlin)",
    "  windows    mon tue wed thu 09:00-16:00, fri 09:00-12:00",
    "  frozen     2026-12-20T00:00/2027-01-04T09:00 Year-end closing",
  ].join("\n");
  expect((await rollout(["schedule", "all", ...set])).out).toBe(text);
  expect((await rollout(["schedule"])).out).toBe(text);
  expect((await rollout(["schedule", "all", "--clear"])).out).toBe("all apps: no schedule of its own");
  expect(await rollout(["schedule", "all", "--zone", "Mars"])).toMatchObject({
    code: 2,
    err: "timeZone must be a time zone of the IANA database, such as Europe/Berlin",
  });
  expect(await rollout(["schedule", "all", "--zone", "UTC", "--windows", "fri-mon 1-2"])).toMatchObject({ code: 2 });
  expect(await rollout(["proceed", "hello"])).toMatchObject({ code: 2 });
  expect(await rollout(["proceed", "hello", "--reason", "why"])).toMatchObject({
    code: 1,
    err: '"hello" has had no rollout.',
  });
});

it("says what releases weigh, and sets what they may", async () => {
  const { nest } = world.application;
  await nest.get(DeployTokens).ensure(["shell"]);
  for (const version of ["1.0.0", "1.10.0"]) await nest.get(Releases).publish([candidateOf("shell", version)], "test");
  expect((await rollout(["weight", "shell"])).out).toBe(
    [
      "1.10.0 #2  first view 0.0 kB (+0.0 kB), all files 0.0 kB (+0.0 kB)",
      "1.0.0 #1  first view 0.0 kB, all files 0.0 kB",
    ].join("\n"),
  );
  expect((await rollout(["budget", "hello", "--first-load", "120k", "--total", "1.5m"])).out).toBe(
    "hello: first view 120.0 kB of script, all files 1500.0 kB",
  );
  expect((await rollout(["budget"])).out).toMatch(
    /^default of the shell: .*\ndefault of a remote: .*\nhello: first view 120\.0 kB of script/,
  );
  expect((await rollout(["budget", "hello", "--clear"])).out).toBe("hello: no budget of its own");
  for (const words of [["weight"], ["budget", "hello"], ["budget", "hello", "--first-load", "1k", "--total", "much"]])
    expect(await rollout(words)).toMatchObject({ code: 2 });
});

it("makes, lists and revokes preview links", async () => {
  const by = { DEPLOY_TOKEN: await world.token({ email: "admin@example.com" }) };
  expect((await rollout(["preview", "shell"], by)).out).toBe("shell: no preview links");
  const made = (await rollout(["preview", "shell", "--release", "1.10.0", "--days", "2"], by)).out;
  expect(made).toMatch(/^1\.10\.0 #2, until .*, id [0-9a-f-]{36}\nhttp:\/\/127\.0\.0\.1:\d+\/builds\/preview\?token=/);
  expect((await rollout(["preview", "shell"], by)).out).toBe(made);
  const id = /id (\S+)/.exec(made)![1]!;
  expect((await rollout(["preview", "shell", "--revoke", id], by)).out).toBe("shell: the preview link is revoked");
  expect(await rollout(["preview", "shell", "--branch", "none"], by)).toMatchObject({
    code: 1,
    err: 'No release of "shell" was published from the branch none lately.',
  });
  expect(await rollout(["preview", "shell", "--branch", "a", "--release", "b"], by)).toMatchObject({ code: 2 });
});

it("lists, sets, takes back and removes feature flags", async () => {
  const by = { DEPLOY_TOKEN: token };
  const { nest } = world.application;
  const flags = {
    order: { title: "Another order", default: "date", variants: { date: "By date", size: "By size" } },
    board: { title: "Board", default: false },
  };
  const { release, source } = candidateOf("hello", "1.0.0");
  const manifest = Manifest.parse({ ...release.manifest, flags });
  await nest.get(Releases).publish([{ release: { ...release, manifest }, source }], "test");

  const declared = "as the app declares  (Board; on or off; default off)";
  expect((await rollout(["flag", "hello"], by)).out.split("\n").sort()).toEqual([
    `board  ${declared}`,
    "order  as the app declares  (Another order; date, size; default date)",
  ]);
  const why = ["--reason", "first people"];
  const set = async (...words: string[]) => (await rollout(["flag", "hello", "board", ...words, ...why], by)).out;
  const board = "(Board; on or off; default off)";
  expect(await set("--percent", "10", "--people", "@example.com")).toBe(
    `board  on for 10 % and @example.com  ${board}`,
  );
  // What is not named stays.
  expect(await set("--percent", "20")).toBe(`board  on for 20 % and @example.com  ${board}`);
  expect(await set("off")).toBe(`board  on for 0 %  ${board}`);
  expect(await set("back")).toBe(`board  on for 20 % and @example.com  ${board}`);
  expect(await set("remove")).toBe(`board  ${declared}`);
  expect((await rollout(["flag", "hello", "order", "--value", "size", "--percent", "5", ...why], by)).out).toContain(
    "order  size for 5 %",
  );

  for (const words of [["board", "--percent", "10"], ["board"], ["board", "--percent", "101", ...why], ["board", "on"]])
    expect(await rollout(["flag", "hello", ...words], by)).toMatchObject({ code: 2 });
  expect(await rollout(["flag", "hello", "missing", "--percent", "1", ...why], by)).toMatchObject({ code: 1 });
  expect((await rollout(["flag", "shell"], by)).out).toBe("shell: no flags");
});
