import { areaNames, hasClient, readArea } from "@tessera/contracts-check/areas.ts";
import { operationsOf } from "@tessera/contracts-check/operations.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { services } from "./services.ts";

type Paths = Record<string, Record<string, unknown>>;

const names = areaNames().filter(hasClient);

/** `GET /api/items/{}`: what a parameter is called is each side's own affair. */
const nameless = (request: string) => request.replaceAll(/\{[^}]*\}/g, "{}");

describe("every method of a typed client", () => {
  let world: World;
  beforeAll(async () => {
    world = await startServices(services({}), { ownIdentity: true });
  });
  afterAll(() => world.stop());

  it.each(names.filter((name) => name !== "core"))("of %s asks for what its service describes", async (name) => {
    const { paths } = (await (await fetch(`${world.url}/api/${name}/openapi.json`)).json()) as { paths: Paths };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => nameless(`${method.toUpperCase()} ${path}`)),
    );
    const operations = await operationsOf(await readArea(name));
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.filter(({ request }) => !described.includes(nameless(request)))).toEqual([]);
  });
});
