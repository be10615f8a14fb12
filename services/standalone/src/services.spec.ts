import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { services } from "./services.ts";

const names = (environment: Record<string, string> = {}) => services(environment).map(({ name }) => name);

describe("the services of the product", () => {
  it("are those whose folders are there, the registry first and the gateway last", () => {
    const folders = readdirSync(path.resolve(import.meta.dirname, "../..")).filter((name) => name !== "standalone");
    expect(names().sort()).toEqual(folders.sort());
    expect([names()[0], names().at(-1)]).toEqual(["releases", "gateway"]);
  });

  it("apply every migration of their folders", () => {
    for (const { name, migrations } of services({})) {
      const folder = path.resolve(import.meta.dirname, "../..", name, "migrations");
      const files = existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.sql$/, "")) : [];
      expect([name, migrations.map((migration) => migration.name)]).toEqual([name, files.sort()]);
    }
  });

  it("leave their code to the process that runs them, so that a service alone starts without the others'", () => {
    const eager = services({}).flatMap((service) => [
      ...("load" in service.module ? [] : [service.name]),
      ...(service.sockets ?? []).flatMap(({ path, handler }) => ("load" in handler ? [] : [path])),
    ]);
    expect(eager).toEqual([]);
  });

  it("leave out what somebody else does", () => {
    expect(names({ STRIPE_SECRET_KEY: "sk_live_x" })).not.toContain("stripe-sandbox");
    expect(names({ IDENTITY_URL: "https://x.supabase.example" })).not.toContain("identity");
    expect(names({ IDENTITY_PROFILE: "conformance" }).sort()).toEqual(["identity", "realtime"]);
  });
});
