import { Body, Controller, Module, Post } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Public } from "../index.ts";
import { checkJsonBounds, MAX_JSON_DEPTH, MAX_JSON_ENTRIES } from "./json-bounds.ts";

const check = (text: string) => () => checkJsonBounds(Buffer.from(text));
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, key])));

describe("the bounds of a JSON body", () => {
  it("let through what is written at their edge", () => {
    expect(check(keys(MAX_JSON_ENTRIES))).not.toThrow();
    expect(check(JSON.stringify(Array(MAX_JSON_ENTRIES).fill(0)))).not.toThrow();
    expect(check("[".repeat(MAX_JSON_DEPTH) + "]".repeat(MAX_JSON_DEPTH))).not.toThrow();
    expect(check('[{},{"a":[]},[[]]]'.repeat(1))).not.toThrow();
  });

  it("refuse more keys, elements and levels, whatever comes after them", () => {
    const refused = expect.objectContaining({
      message: expect.stringMatching(/more than 20000 members|deeper than 100/),
    });
    for (const text of [
      keys(MAX_JSON_ENTRIES + 1),
      JSON.stringify(Array(MAX_JSON_ENTRIES + 1).fill(0)),
      JSON.stringify(Array(MAX_JSON_ENTRIES).fill([])),
      "[".repeat(MAX_JSON_DEPTH + 1),
      '{"a":'.repeat(MAX_JSON_DEPTH + 1),
      `${"[]".repeat(MAX_JSON_ENTRIES + 1)} no JSON`,
    ])
      expect(check(text)).toThrow(refused);
  });

  it("do not count what stands in a string, also behind escapes", () => {
    const inside = "[{,".repeat(MAX_JSON_ENTRIES);
    for (const text of [inside, `\\"${inside}`, `\\\\\\"${inside}`]) expect(check(`["${text}"]`)).not.toThrow();
    expect(check(`["\\\\",${"0,".repeat(MAX_JSON_ENTRIES)}"${inside}"]`)).toThrow();
    expect(check(`["${inside}`)).not.toThrow(); // never ends: for the parser to refuse
  });
});

@Controller("api/echo")
class EchoController {
  @Public()
  @Post()
  echo(@Body() body: Record<string, unknown>) {
    return { keys: Object.keys(body).length };
  }
}
@Module({ controllers: [EchoController] })
class EchoModule {}

describe("a body beyond them", () => {
  let world: World;
  beforeAll(async () => {
    world = await startServices([
      { name: "echo", title: "Echo", module: EchoModule, schema: "echo", migrations: [], tables: [] },
    ]);
  });
  afterAll(() => world.stop());
  const post = async (body: string) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${world.url}/api/echo`, { method: "POST", headers, body });
    return { status: answer.status, body: (await answer.json()) as object };
  };

  it("is answered in words, and is not parsed", async () => {
    expect(await post(keys(60_000))).toMatchObject({
      status: 400,
      body: { code: "invalid_request", detail: "The body has more than 20000 members and elements." },
    });
    expect(await post(keys(500))).toMatchObject({ body: { keys: 500 } });
    expect((await post("{")).status).toBe(400);
    expect((await post('{"__proto__": 1}')).status).toBe(400);
  });
});
