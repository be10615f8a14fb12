import { Controller, Get, Header, Module } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import type { ServiceDefinition } from "../service-definition.ts";
import { Public } from "./caller.ts";

@Public()
@Controller("api/shelf")
class ShelfController {
  @Get("own")
  own() {
    return { private: true };
  }
  @Get("open")
  @Header("cache-control", "public, max-age=60")
  @Header("content-security-policy", "sandbox")
  open() {
    return { private: false };
  }
  @Get("picture")
  @Header("content-type", "image/svg+xml")
  picture() {
    return "<svg xmlns='http://www.w3.org/2000/svg'/>";
  }
  @Get("worker")
  @Header("content-type", "text/javascript; charset=utf-8")
  worker() {
    return "postMessage(1)";
  }
}
@Module({ controllers: [ShelfController] })
class ShelfModule {}
const shelf: ServiceDefinition = {
  name: "shelf",
  title: "Shelf",
  module: ShelfModule,
  schema: "shelf",
  migrations: [],
};

let world: World;
beforeAll(async () => {
  world = await startServices([shelf], {
    environment: { NODE_ENV: "production", PUBLIC_URL: "https://tessera.example" },
  });
});
afterAll(() => world.stop());

const headersOf = async (path: string, init?: RequestInit) => (await fetch(world.url + path, init)).headers;

it("keeps answers out of every cache, frame and page unless their handler says otherwise", async () => {
  for (const path of ["/api/shelf/own", "/api/shelf/picture", "/api/shelf/nothing", "/nowhere", "/api/health"]) {
    const headers = await headersOf(path);
    expect([path, headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual([
      path,
      "no-store",
      "nosniff",
    ]);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  }
  const open = await headersOf("/api/shelf/open");
  expect([open.get("cache-control"), open.get("content-security-policy")]).toEqual(["public, max-age=60", "sandbox"]);
  // A worker takes the policy of its script: it must be able to fetch.
  expect((await headersOf("/api/shelf/worker")).get("content-security-policy")).toBe(
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

it("describes neither addresses nor contracts in production", async () => {
  expect(await (await fetch(`${world.url}/api/health`)).json()).toEqual({ status: "ok", services: ["shelf"] });
  expect((await fetch(`${world.url}/api/shelf/openapi.json`)).status).toBe(404);
});

it("asks for https on every answer of a product that has it, and of no other", async () => {
  const broken = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
  for (const [path, init] of [["/api/shelf/own"], ["/nowhere"], ["/api/health"], ["/api/shelf/own", broken]] as const)
    expect((await headersOf(path, init)).get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
  const plain = await startServices([shelf]);
  expect((await fetch(`${plain.url}/api/shelf/own`)).headers.has("strict-transport-security")).toBe(false);
  await plain.stop();
});

it("answers headers that are too large with a page that can sign out, and runs nothing else", async () => {
  const answer = await fetch(`${world.url}/`, { headers: { cookie: `a=${"x".repeat(20_000)}` } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([431, "text/html; charset=utf-8"]);
  expect(await answer.text()).toContain("Sign out and start over");
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/,
  );
  expect(answer.headers.has("set-cookie")).toBe(false);
});
