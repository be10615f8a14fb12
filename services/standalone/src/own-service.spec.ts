/** A service of a repository of its own, as its team runs it, beside a product that is not restarted. @run all */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { LOADER } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { OwnRepository } from "@tessera/federation/testing/own-repository.ts";
import { gatewayService } from "@tessera/service-gateway";
import { Events } from "@tessera/service-kit";
import { releasesService } from "@tessera/service-releases";
import { Apps, Releases } from "@tessera/service-releases/operator";
import { freePort } from "@tessera/testing/free-port.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { until } from "@tessera/testing/until.ts";
import { candidateOf } from "../../releases/src/testing/candidate.ts";

/** From node_modules: what `tessera build` makes, and the command that builds and runs it. */
const PROCESS = ["../service/dist/main.js"];
const COMMAND = ["@tessera/build/dist/tessera.js", "serve"];

let own: OwnRepository;
let world: World;
let admin: ReturnType<typeof releasesClient>;
let dataDir: string;
const tokens = { page: "", service: "" };
const running = new Set<ChildProcess>();

beforeAll(async () => {
  own = await OwnRepository.make(["typescript", "@types/react", "@types/node", "react"]);
  dataDir = mkdtempSync(path.join(tmpdir(), "own-service-"));
  world = await startServices([releasesService, gatewayService], {
    environment: { TESSERA_ADMINS: "admin@example.com", IDENTITY_ANON_KEY: "key" },
  });
  admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  const shell = candidateOf("shell", "1.0.0", { provides: { "shell-api": "1.6.0", [LOADER.name]: LOADER.version } });
  await world.application.nest.get(Apps, { strict: false }).ensure([shell].map(({ release }) => release));
  await world.application.nest.get(Releases, { strict: false }).publish([shell], "test");
}, 240_000);
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await world?.stop();
  own?.remove();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

/** A process of the service, until it says what the product makes of it. @returns the process and what it said */
async function serve(port: number, token = tokens.service, [file, ...args] = PROCESS) {
  const { databaseUrl, identityUrl } = world.application.config;
  const child = own.start(file!, args, {
    PUBLIC_URL: world.url,
    DEPLOY_TOKEN: token,
    PORT: String(port),
    DATA_DIR: dataDir,
    IDENTITY_URL: identityUrl,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  running.add(child);
  let said = "";
  const told = new Promise<void>((done, failed) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on("data", (chunk) => {
        said += chunk;
        if (/runs, and|sends no requests here/.test(said)) done();
      });
    child.once("exit", (code) => failed(new Error(`The service ended with ${code}:\n${said}`)));
  });
  await told;
  return { child, said };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = await ended;
  running.delete(child);
  return code as number | null;
}

const ask = async (address: string, token: string, body?: object) => {
  const answer = await fetch(world.url + address, {
    method: body ? "POST" : "GET",
    body: body && JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
  });
  return { status: answer.status, json: await answer.json() };
};

test("a remote and its service are written, and their types are right", async () => {
  expect(await own.tessera("new", "hello", "--title", "Hello there")).toMatchObject({ status: 0 });
  expect(await own.run("typescript/bin/tsc", "-p", ".")).toEqual({ status: 0, said: "" });
  expect(await own.run("typescript/bin/tsc", "-p", "service")).toEqual({ status: 0, said: "" });
  const file = path.join(own.folder, "service/src/greetings.ts");
  const right = readFileSync(file, "utf8");
  writeFileSync(file, right.replace("greetingId: row.id", "greetingId: 1"));
  expect((await own.run("typescript/bin/tsc", "-p", "service")).said).toContain("service/src/greetings.ts(");
  writeFileSync(file, right);
});

test("its app is made by an administrator, below /api and beside the product's own services", async () => {
  const app = { name: "hello-service", owner: "Team Hello", prefixes: ["/api/hello"], service: true };
  for (const [change, reason] of [
    [{ name: "hello" }, /does not end with/],
    [{ prefixes: ["/hello"] }, /not below \/api/],
    [{ prefixes: ["/api/releases/mine"] }, /answered by the product's service releases/],
    [{ name: "releases-service" }, /a service of the product itself/],
  ] as const)
    await expect(
      admin.createApp({
        ...app,
        ...change,
        prefixes: [...(("prefixes" in change && change.prefixes) || app.prefixes)],
      }),
    ).rejects.toMatchObject({
      status: 422,
      code: "not_a_service_path",
      message: expect.stringMatching(reason),
    });
  tokens.service = (await admin.createApp(app)).token;
  tokens.page = (await admin.createApp({ name: "hello", owner: "Team Hello", prefixes: ["/hello"] })).token;
});

test("while it does not run its address says so, and its page is not published", async () => {
  const token = await world.token();
  expect(await ask("/api/hello/greetings", token)).toMatchObject({
    status: 503,
    json: { code: "service_not_running", detail: expect.stringContaining("hello is not running") },
  });
  expect(await ask("/api/nothing", token)).toMatchObject({ status: 404, json: { code: "not_found" } });
  expect(await own.tessera("release", "--to", world.url, "--token", tokens.page)).toMatchObject({
    status: 1,
    said: expect.stringContaining("requires contracts/hello ^1.0.0, and no live service serves it"),
  });
});

test("it runs from its repository, is found without a restart, moves, and is missed in words", async () => {
  const [ines, tomas] = [await world.token(), await world.token()];
  expect(await own.tessera("build")).toMatchObject({ said: expect.stringContaining("service/dist/main.js is built") });
  const first = await serve(await freePort());
  expect(first.said).toContain("sends it /api/hello");
  expect(await ask("/api/hello/greetings", ines, { words: "Good morning" })).toMatchObject({ status: 201 });
  expect(await ask("/api/hello/greetings", ines, { words: "Good morning" })).toMatchObject({
    status: 409,
    json: { code: "greeting_known", detail: 'You said "Good morning" before.' },
  });
  expect(await ask("/api/hello/greetings", tomas)).toEqual({ status: 200, json: { items: [] } });
  expect(await ask("/api/hello/greetings", "none")).toMatchObject({ status: 401 });
  expect(await ask("/api/hello/health", ines)).toMatchObject({ json: { status: "ok", services: ["hello"] } });
  // A second process, then none of the first: requests go to the one that is there.
  await end(first.child, "SIGKILL");
  expect(await ask("/api/hello/greetings", ines)).toMatchObject({
    status: 503,
    json: { code: "service_not_running", detail: expect.stringContaining("Hello there is not running") },
  });
  const port = await freePort();
  const second = await serve(port, tokens.service, COMMAND);
  await until("the second process to be asked", async () => {
    const { status, json } = await ask("/api/hello/greetings", ines);
    return status === 200 && json.items.length === 1;
  });
  const { items } = await admin.ownership();
  expect(items.find(({ name }) => name === "hello-service")).toMatchObject({
    owner: "Team Hello",
    service: {
      processes: expect.arrayContaining([
        expect.objectContaining({ origin: `http://127.0.0.1:${port}`, contract: "1.0.0" }),
      ]),
    },
  });
  // Its page can be published now, and people get it.
  expect(await own.tessera("release", "--to", world.url, "--token", tokens.page)).toMatchObject({ status: 0 });
  const registry = world.application.nest.get(ReleaseRegistry, { strict: false });
  const { composition } = (await registry.resolve({ cookies: "", sessionCookie: "session" }))!;
  expect(composition.remotes).toMatchObject([{ name: "hello", title: "Hello there" }]);
  expect(await end(second.child, "SIGTERM")).toBe(0);
  expect((await ask("/api/hello/greetings", ines)).status).toBe(503);
});

test("it says nothing of itself that its app was not granted, nor a contract that pages cannot use", async () => {
  const announce = (token: string, change: object = {}, app = "hello-service") =>
    fetch(`${world.url}/api/releases/apps/${app}/process`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        name: "hello",
        title: "Hello",
        origin: "http://127.0.0.1:9",
        addresses: ["/api/hello"],
        contract: "1.0.0",
        ...change,
      }),
    });
  for (const [change, code, reason] of [
    [{ name: "items" }, "service_refused", /calls itself "items"/],
    [{ addresses: ["/api/items"] }, "service_refused", /granted to nobody/],
    [{ addresses: ["/hello"] }, "service_refused", /belongs to "hello"/],
    [{ origin: "http://169.254.169.254" }, "service_refused", /not named in SERVICE_HOSTS/],
    [{ contract: "2.0.0" }, "requirements_unmet", /requires contracts\/hello \^1\.0\.0/],
  ] as const) {
    const answer = await announce(tokens.service, change);
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({ code, detail: expect.stringMatching(reason) }),
    ]);
  }
  expect((await announce(tokens.page)).status).toBe(401);
  expect((await announce(tokens.page, {}, "hello")).status).toBe(404);
  const { child, said } = await serve(await freePort(), tokens.page);
  expect(said).toContain("sends no requests here");
  await end(child, "SIGTERM");
  // What is a service has no releases.
  const publication = await own.tessera("release", "hello", "--to", world.url, "--token", tokens.service);
  expect(publication.status).toBe(1);
});

test("an administrator switches it off, and takes its token", async () => {
  const token = await world.token();
  const { child } = await serve(await freePort());
  await until("the service", async () => (await ask("/api/hello/greetings", token)).status === 200);
  await admin.switchOff("hello-service", "Being moved.");
  expect(await ask("/api/hello/greetings", token)).toMatchObject({
    status: 503,
    json: { code: "service_off", detail: "Hello there is switched off: Being moved." },
  });
  await admin.switchOn("hello-service");
  // A process that was killed before takes turns until it has been silent for long enough.
  await until("it to answer again", async () => (await ask("/api/hello/greetings", token)).status === 200);
  await admin.revokeToken("hello-service");
  world.clock.advance(2_000);
  await until("it to be forgotten", async () => (await ask("/api/hello/greetings", token)).status === 503);
  await end(child, "SIGKILL");
  tokens.service = (await admin.rotateToken("hello-service")).token;
});

test("on the product's database it has a schema and a callers' role of its own, and erases with an account", async () => {
  if (!world.application.config.databaseUrl) return; // a database in this process is nobody else's
  const userId = crypto.randomUUID();
  const token = await world.token({ userId });
  const { child } = await serve(await freePort());
  expect(await ask("/api/hello/greetings", token, { words: "Farewell" })).toMatchObject({ status: 201 });
  const rows = async (statement: string) => {
    const { sql } = await import("drizzle-orm");
    return (await world.database.system((tx) => tx.execute(sql.raw(statement)))).rows;
  };
  expect(await rows("select has_table_privilege('tessera_caller_hello', 'releases.app', 'select') as reads")).toEqual([
    { reads: false },
  ]);
  expect(await rows(`select words from hello.greeting where user_id = '${userId}'`)).toHaveLength(1);
  const events = world.application.nest.get(Events);
  await world.database.system((tx) => events.publish(tx, userDeleted, { userId }));
  await until("the greetings to be erased", async () => {
    const left = await rows(`select 1 from hello.greeting where user_id = '${userId}'`);
    return left.length === 0;
  });
  await end(child, "SIGTERM");
});
