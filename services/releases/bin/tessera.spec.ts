/** A command and what it says; the service is asked as src/apps and src/releases.spec.ts ask it. @databases one */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import type { Publication } from "@tessera/contracts-releases/releases.ts";
import { assetAddress } from "@tessera/federation/asset-address.ts";
import { LOADER, type Release } from "@tessera/federation/composition.ts";
import { pack } from "@tessera/federation/pack/pack.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { installPackages } from "@tessera/federation/testing/installed-packages.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Apps } from "../src/apps/apps.ts";
import { Releases, releasesService } from "../src/index.ts";
import { candidateOf } from "../src/testing/candidate.ts";

/**
 * A repository that holds one remote and nothing else: it knows the product by its packages, its address and a deploy
 * token.
 */
let folder: string;
let repository: string;
let world: World;
let token: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "own-repository-")));
  repository = path.join(folder, "a-checkout");
  mkdirSync(repository);
  const archives = await pack(path.join(folder, "packages"));
  install(archives);
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  const admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  const shell = candidateOf("shell", "1.0.0", { provides: { "shell-api": "1.3.0", [LOADER.name]: LOADER.version } });
  await world.application.nest.get(Apps).ensure([shell].map(({ release }) => release));
  await world.application.nest.get(Releases).publish([shell], "test");
  token = (await admin.createApp({ name: "hello", owner: "Team Hello", prefixes: ["/hello"] })).token;
}, 180_000);
afterAll(async () => {
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What `npm install` does, from the archives instead of a registry. */
function install(archives: string[]): void {
  const packages = new Set(["typescript", "@types/react", "react"]);
  for (const archive of archives) {
    const target = path.join(folder, "unpacked");
    mkdirSync(target);
    spawnSync("tar", ["-xzf", path.join(folder, "packages", archive), "-C", target]);
    const description = JSON.parse(readFileSync(path.join(target, "package/package.json"), "utf8"));
    const place = path.join(repository, "node_modules", description.name);
    mkdirSync(path.dirname(place), { recursive: true });
    spawnSync("mv", [path.join(target, "package"), place]);
    rmSync(target, { recursive: true });
    for (const name of Object.keys(description.dependencies ?? {})) packages.add(name);
  }
  packages.delete("@fluentui/react-icons"); // 47,000 files that this remote does not use
  installPackages(repository, [...packages]);
}

async function run(file: string, ...args: string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [path.join(repository, "node_modules", file), ...args], {
    cwd: repository,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  const [said, wrong, status] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    new Promise<number | null>((ended) => child.once("exit", ended)),
  ]);
  return { status, said: `${said}${wrong}` };
}
const tessera = (...args: string[]) => run("@tessera/build/dist/tessera.js", ...args);
const built = () => JSON.parse(readFileSync(path.join(repository, "dist/release.json"), "utf8")) as Release;

describe("a repository of its own", () => {
  it("begins with a remote that is written, and whose types are right", async () => {
    expect(await tessera("new", "hello", "--title", "Hello there")).toMatchObject({ status: 0 });
    expect(readdirSync(repository).sort()).toEqual([
      ".gitignore",
      "manifest.json",
      "node_modules",
      "package.json",
      "src",
      "tsconfig.json",
    ]);
    expect(await run("typescript/bin/tsc", "-p", ".")).toEqual({ status: 0, said: "" });
    writeFileSync(
      path.join(repository, "src/wrong.ts"),
      `import { queueClient } from "${"@tessera"}/contracts-queue/client.ts";\nqueueClient(1);\n`,
    );
    expect((await run("typescript/bin/tsc", "-p", ".")).said).toContain("src/wrong.ts(2,13)");
    rmSync(path.join(repository, "src/wrong.ts"));
    expect(await tessera("new", "hello")).toMatchObject({ status: 2, said: expect.stringContaining("not empty") });
  });

  it("is built by one command, and only when something changed", async () => {
    expect((await tessera("build")).said).toMatch(/^hello 1\.0\.0-[0-9a-f]{12}: built in/);
    expect(built()).toMatchObject({
      app: "hello",
      kind: "remote",
      relocatable: true,
      manifest: { requires: { [LOADER.name]: "^1.0.0" } },
    });
    expect((await tessera("build")).said).toContain("up to date");
  });

  it("publishes to the product with its deploy token, and is what people get", async () => {
    const { status, said } = await tessera("release", "--to", world.url, "--token", token, "--json");
    expect({ status, said }).toMatchObject({ status: 0 });
    expect(JSON.parse(said) as Publication).toMatchObject({ app: "hello", release: built().id, published: true });
    const registry = world.application.nest.get(ReleaseRegistry);
    const { composition } = (await registry.resolve({ cookies: "", sessionCookie: "session" }))!;
    expect(composition.remotes).toMatchObject([{ name: "hello", title: "Hello there", routes: [{ path: "/hello" }] }]);
    const { path: name, integrity } = built().files.find((file) => file.path === built().entry)!;
    const file = await registry.asset("hello", assetAddress("hello", name, integrity).split("/")[3]!);
    expect((await buffer((await file!.open("plain")).content)).toString()).toBe(
      readFileSync(path.join(repository, "dist", name), "utf8"),
    );
  });

  it("rolls the next release out, and steers it", async () => {
    writeFileSync(path.join(repository, "src/page.tsx"), "export const Page = () => <p>Hello again</p>;\n");
    const said = (await tessera("release", "--to", world.url, "--token", token, "--rollout", "10,100")).said;
    expect(said).toContain("rolled out to 10 %");
    const status = await tessera("rollout", "status", "--url", world.url, "--token", token, "--json");
    expect(JSON.parse(status.said)).toMatchObject({ app: "hello", state: "running", candidate: { id: built().id } });
    const promoted = await tessera("rollout", "promote", "--url", world.url, "--token", token);
    expect(promoted).toEqual({ status: 0, said: expect.stringContaining("promoted") });
  });

  it("is seen inside the product by the developer's browser alone, before it is released", async () => {
    const args = [
      path.join(repository, "node_modules/@tessera/build/dist/tessera.js"),
      "override",
      "--to",
      world.url,
      "--token",
      token,
    ];
    const child = spawn(process.execPath, args, { cwd: repository, env: { PATH: process.env.PATH, HOME: folder } });
    const ended = new Promise<number | null>((done) => child.once("exit", done));
    try {
      let said = "";
      for await (const chunk of child.stdout) {
        said += chunk;
        if (/override\?token=\S+\n/.test(said)) break;
      }
      const [, own] = /from (http:\/\/localhost:\d+\/)/.exec(said)!;
      const opened = await fetch(
        world.url + new URL(/http\S+token=\S+/.exec(said)![0]).pathname + said.slice(said.indexOf("?token")).trim(),
        {
          redirect: "manual",
        },
      );
      const cookie = opened.headers.getSetCookie()[0]!.split(";")[0]!;
      const registry = world.application.nest.get(ReleaseRegistry);
      const resolve = async (cookies: string) =>
        (await registry.resolve({ cookies, sessionCookie: "session" }))!.composition.remotes[0]!.release;
      expect(await resolve(cookie)).toMatchObject({
        id: "development",
        base: own,
        globalName: built().globalName,
        integrity: null,
      });
      expect((await resolve("")).base).not.toBe(own);
      const file = await fetch(own + built().entry);
      expect([file.status, file.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
      expect((await fetch(`${own}..%2fpackage.json`)).status).toBe(404);
    } finally {
      child.kill("SIGINT");
    }
    expect(await ended).toBe(0);
  });

  it("says how it is called, and what is wrong", async () => {
    expect(await tessera()).toMatchObject({ status: 0, said: expect.stringContaining("npx tessera <command>") });
    expect(await tessera("unknown")).toMatchObject({ status: 2 });
    expect((await tessera("rollout")).said).toContain("Usage: npx tessera rollout");
    const refused = await tessera("release", "--to", world.url, "--token", "wrong");
    expect(refused.status).toBe(1);
    expect((await tessera("build", "other")).said).toContain('There is no app "other"');
  });
});
