/** A command and what it says; src/apps and src/releases.spec.ts ask the service. @databases one @run all */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import type { Publication } from "@tessera/contracts-releases/releases.ts";
import { assetAddress } from "@tessera/federation/asset-address.ts";
import { LOADER, type Release } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { OwnRepository } from "@tessera/federation/testing/own-repository.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Apps } from "../src/apps/apps.ts";
import { releasesService } from "../src/index.ts";
import { Releases } from "../src/operator.ts";
import { candidateOf } from "../src/testing/candidate.ts";

/**
 * A repository that holds one remote and nothing else: it knows the product by its packages, its address and a deploy
 * token.
 */
let own: OwnRepository;
let repository: string;
let world: World;
let token: string;

beforeAll(async () => {
  own = await OwnRepository.make(["typescript", "@types/react", "react"]);
  repository = own.folder;
  world = await startServices([releasesService], { environment: { TESSERA_ADMINS: "admin@example.com" } });
  const admin = releasesClient(world.client(await world.token({ email: "admin@example.com" })));
  const shell = candidateOf("shell", "1.0.0", { provides: { "shell-api": "1.3.0", [LOADER.name]: LOADER.version } });
  await world.application.nest.get(Apps).ensure([shell].map(({ release }) => release));
  await world.application.nest.get(Releases).publish([shell], "test");
  token = (await admin.createApp({ name: "hello", owner: "Team Hello", prefixes: ["/hello"] })).token;
});
afterAll(async () => {
  await world?.stop();
  own?.remove();
});

const tessera = (...args: string[]) => own.tessera(...args);
const run = (file: string, ...args: string[]) => own.run(file, ...args);
const built = () => JSON.parse(readFileSync(path.join(repository, "dist/release.json"), "utf8")) as Release;

describe("a repository of its own", () => {
  it("begins with a remote that is written, and whose types are right", async () => {
    expect(await tessera("new", "hello", "--title", "Hello there", "--remote")).toMatchObject({ status: 0 });
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
    const child = spawn(process.execPath, args, { cwd: repository, env: { PATH: process.env.PATH, HOME: repository } });
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

  it("is seen inside the product as its sources are now, after every change", async () => {
    const source = path.join(repository, "src/page.tsx");
    const write = (words: string) => writeFileSync(source, `export const Page = () => <p>${words}</p>;\n`);
    write("Hello from a desk");
    const command = path.join(repository, "node_modules/@tessera/build/dist/tessera.js");
    const child = spawn(process.execPath, [command, "dev", "--to", world.url, "--token", token], {
      cwd: repository,
      env: { PATH: process.env.PATH, HOME: repository },
    });
    const ended = new Promise<number | null>((done) => child.once("exit", done));
    const heard = async (stream: AsyncIterable<Buffer>, wanted: RegExp) => {
      let text = "";
      for await (const chunk of stream) {
        text += chunk;
        if (wanted.test(text)) break;
      }
      return text;
    };
    const stop = new AbortController();
    try {
      const linked = async () => {
        const said = await heard(child.stdout.iterator({ destroyOnReturn: false }), /override\?token=\S+\n/);
        const link = world.url + /\/builds\/override\?token=\S+/.exec(said)![0];
        return (await fetch(link, { redirect: "manual" })).headers.getSetCookie()[0]!.split(";")[0]!;
      };
      const registry = world.application.nest.get(ReleaseRegistry);
      const hello = async (cookies: string) =>
        (await registry.resolve({ cookies, sessionCookie: "session" }))!.composition.remotes[0]!;
      const cookie = await linked();
      const { base, entry, integrity } = (await hello(cookie)).release;
      expect({ entry, integrity }).toEqual({ entry: "remoteEntry.js", integrity: null });
      const shown = async () => {
        const files = ["__federation_expose_routes.js", "shared.js"].map((name) => fetch(base + name));
        return (await Promise.all((await Promise.all(files)).map((file) => file.text()))).join("");
      };
      expect(await shown()).toContain("Hello from a desk");
      // What the page runs asks for changes, and reloads at one.
      const container = await (await fetch(base + entry)).text();
      const changes = /new EventSource\("([^"]+)"\)\.onmessage = \(\) => location\.reload\(\)/.exec(container)![1]!;
      const stream = (await fetch(changes, { signal: stop.signal })).body!;
      write("Hello from another desk");
      // A watcher may build once more what it has built just now.
      for await (const _ of stream) if ((await shown()).includes("Hello from another desk")) break;
      expect(await shown()).toContain("Hello from another desk");
      // A build error is printed, and the page keeps what it has.
      writeFileSync(source, "export const Page = () => <p>;\n");
      expect(await heard(child.stderr.iterator({ destroyOnReturn: false }), /page\.tsx/)).toContain("page.tsx");
      expect(await shown()).toContain("Hello from another desk");
      write("Hello from a new desk");
      // Another manifest is another link.
      const manifest = path.join(repository, "manifest.json");
      writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll("Hello there", "Hello at home"));
      expect(await hello(await linked())).toMatchObject({ title: "Hello at home", release: { id: "development" } });
      expect((await hello(cookie)).release.id).not.toBe("development");
    } finally {
      stop.abort();
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
