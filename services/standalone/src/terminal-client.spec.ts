/** Processes against the running services; the statements are those of the items' own specs. @databases one */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createClient } from "@supabase/supabase-js";
import { freePort } from "@tessera/testing/free-port.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { services } from "./services.ts";

const PROGRAM = fileURLToPath(new URL("../../agents/bin/terminal.ts", import.meta.url));

describe("npm run terminal", () => {
  let world: World;
  beforeAll(async () => {
    world = await startServices(services({}), {
      ownIdentity: true,
      environment: {
        IDENTITY_MAILER_AUTOCONFIRM: "true",
        IDENTITY_RATE_LIMIT_FACTOR: "0",
        INTERNAL_EMAIL_DOMAIN: "tessera.example",
      },
    });
  });
  afterAll(() => world.stop());

  async function person(wish: object = {}) {
    const { auth } = createClient(world.url, "tessera", { auth: { persistSession: false, autoRefreshToken: false } });
    const email = `ada-${crypto.randomUUID()}@tessera.example`;
    const { data, error } = await auth.signUp({ email, password: "correct horse battery staple" });
    if (error) throw error;
    const answer = await fetch(`${world.url}/auth/v1/user/api-tokens`, {
      method: "POST",
      headers: { authorization: `Bearer ${data.session!.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Terminal", scopes: ["cards:read", "cards:write", "queue:read"], ...wish }),
    });
    return ((await answer.json()) as { token: string }).token;
  }

  async function run(token: string | undefined, words: string[], lines = "", url: string | undefined = world.url) {
    const { TESSERA_URL: _, TESSERA_TOKEN: __, ...environment } = process.env;
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: { ...environment, ...(url ? { TESSERA_URL: url } : {}), ...(token ? { TESSERA_TOKEN: token } : {}) },
    });
    child.stdin.end(lines);
    const [out, failure] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    if (token) expect(out + failure).not.toContain(token);
    return { exit: child.exitCode, out, failure };
  }

  it("makes, lists, finishes and counts cards, in words, in one line with pipes, and from a script", async () => {
    const token = await person();
    expect(await run(token, ["items", "new", "Buy milk", "--type", "task"])).toMatchObject({ exit: 0, failure: "" });
    expect((await run(token, ["items", "new", "Call the dentist", "--type", "task"])).exit).toBe(0);
    const listed = await run(token, ["items", "ls", "task", "--json"]);
    const cards = listed.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { title: string; id: string });
    expect(cards.map(({ title }) => title).sort()).toEqual(["Buy milk", "Call the dentist"]);
    expect(await run(token, ["items ls task | grep -v dentist | count"])).toEqual({ exit: 0, out: "1\n", failure: "" });
    const script = `# the newest card\n\nitems ls task --sort title\nitems done 1\nitems ls task --status done --json\n`;
    const { exit, out } = await run(token, [], script);
    expect([exit, out.trimEnd().split("\n").at(-1)]).toEqual([0, expect.stringContaining('"title":"Buy milk"')]);
    expect(await run(token, ["queue", "ls"])).toMatchObject({ exit: 0, failure: "" });
  });

  it("reaches what its token reaches", async () => {
    const token = await person({ scopes: ["cards:read", "cards:write"], types: ["note"] });
    expect((await run(token, ["items", "new", "A note", "--type", "note"])).exit).toBe(0);
    expect(await run(token, ["items", "new", "A task", "--type", "task"])).toMatchObject({
      ...{ exit: 1, out: "", failure: expect.stringContaining("reaches only some of your cards") },
    });
    expect(await run(token, ["queue", "ls"])).toMatchObject({
      ...{ exit: 1, failure: expect.stringContaining("lacks the scope queue:read") },
    });
    expect(await run(token, ["runs", "ls"])).toMatchObject({
      ...{ exit: 1, failure: expect.stringContaining("takes no API tokens") },
    });
  });

  it("stops a script at the first line that fails, and says what is wrong", async () => {
    const token = await person();
    const failed = await run(token, [], "items new One\nitmes ls\nitems new Two\n");
    expect(failed).toMatchObject({ exit: 2, failure: expect.stringContaining("Did you mean “items”?") });
    expect((await run(token, ["items ls all | count"])).out).toBe("1\n");
    for (const [made, words, url, exit, sentence] of [
      [token, ["items", "ls", "--colour"], world.url, 2, "has no option"],
      [token, ["items ls |"], world.url, 2, "one side of a bar"],
      ["tessera_pat_unknown", ["items", "ls"], world.url, 1, "does not count"],
      [undefined, ["items", "ls"], world.url, 2, "Set TESSERA_TOKEN"],
      [token, ["items", "ls"], "", 2, "Set TESSERA_URL"],
      [token, ["items", "ls"], "http://tessera.example", 2, "must begin with https://"],
      [token, ["items", "ls"], `http://127.0.0.1:${await freePort()}`, 3, "does not answer"],
    ] as [string | undefined, string[], string, number, string][])
      expect([words, url, await run(made, words, "", url)]).toEqual([
        ...[words, url, { exit, out: "", failure: expect.stringContaining(sentence) }],
      ]);
  });
});
