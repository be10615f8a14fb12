import { request } from "node:http";
import { Module } from "@nestjs/common";
import { startServices, type World } from "@tessera/testing/services.ts";
import { Environment, parseConfig } from "../config/environment.ts";
import { KitConfigSchema } from "../config/kit-config.ts";
import { isLoopback } from "../config/loopback.ts";
import type { ServiceDefinition } from "../service-definition.ts";

@Module({})
class EmptyModule {}
const empty: ServiceDefinition = {
  name: "empty",
  title: "Empty",
  module: EmptyModule,
  schema: "empty",
  migrations: [],
};

const parse = (values: Record<string, string>) => parseConfig(KitConfigSchema, new Environment(values));

describe("a development set-up", () => {
  it.each([
    ["HOST", { HOST: "0.0.0.0" }],
    ["HOST", { HOST: "::", NODE_ENV: "test" }],
    ["HOST", { HOST: "192.168.1.7" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://tessera.example" }],
    ["PUBLIC_URL", { PUBLIC_URL: "http://localhost.evil.example" }],
    ["PUBLIC_URL", { PUBLIC_URL: "http://192.168.1.7:4000", NODE_ENV: "development" }],
  ])("does not start where %s opens it to others: %j", (name, values) => {
    expect(() => parse(values as Record<string, string>)).toThrow(new RegExp(`${name}: .*NODE_ENV=production`));
    const production = { ...values, NODE_ENV: "production", WITHOUT_TLS: "PUBLIC_URL" };
    expect(parse(production as Record<string, string>).production).toBe(true);
  });

  it("starts under every name of this machine", () => {
    for (const host of ["127.0.0.1", "localhost", "::1", "127.8.8.8"]) expect(parse({ HOST: host }).host).toBe(host);
    for (const url of ["http://localhost:4000", "http://tessera.localhost", "https://127.0.0.1:1", "http://[::1]:4000"])
      expect(parse({ PUBLIC_URL: url }).publicUrl).toBe(url);
    for (const name of [
      "localhost.example",
      "127.0.0.1.example",
      "128.0.0.1",
      "example.com",
      "",
      "0.0.0.0",
      "notlocalhost",
    ])
      expect([name, isLoopback(name)]).toEqual([name, false]);
  });
});

describe("requests that name another host", () => {
  const ask = (world: World, host: string, headers: Record<string, string> = {}) =>
    new Promise<number>((answered, failed) => {
      const sent = request(`${world.url}/api/health`, { headers: { ...headers, host } }, (answer) => {
        answer.resume();
        answered(answer.statusCode ?? 0);
      });
      sent.on("upgrade", (answer) => answered(answer.statusCode ?? 0));
      sent.on("error", failed).end();
    });

  it("are answered 421 in development, by HTTP and as the start of a socket", async () => {
    const world = await startServices([empty]);
    const port = new URL(world.url).port;
    for (const host of ["evil.example", `evil.example:${port}`, "localhost.evil.example", "192.168.1.7"]) {
      expect([host, await ask(world, host)]).toEqual([host, 421]);
      expect(await ask(world, host, { connection: "Upgrade", upgrade: "websocket" })).toBe(421);
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "[::1]", "tessera.localhost"])
      expect([host, await ask(world, host)]).toEqual([host, 200]);
    await world.stop();
  });

  it("are answered in production, where the proxy decides on names", async () => {
    const world = await startServices([empty], { environment: { NODE_ENV: "production" } });
    expect(await ask(world, "tessera.example")).toBe(200);
    await world.stop();
  });
});
