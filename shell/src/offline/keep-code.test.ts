import { jest } from "@jest/globals";
import type { Composition } from "@tessera/federation/composition.ts";
import { contextOf } from "../testing/start-shell.tsx";
import { filesOf, keepCode } from "./keep-code.ts";

const hash = (letter: string) => `sha384-${letter.repeat(64)}`;
const { composition } = contextOf();
const [items] = composition.remotes as [Composition["remotes"][number]];
const withScripts = (relocatable?: true): Composition => ({
  ...composition,
  remotes: [
    { ...items, release: { ...items.release, relocatable, integrity: { "a.js": hash("a"), "parts/b.js": hash("b") } } },
    {
      ...items,
      name: "queue",
      release: { ...items.release, base: "/assets/queue/1/", integrity: { "c.js": hash("c") } },
    },
  ],
});
const at = (path: string) => new URL(path, location.href).href;

it("names all scripts of the remotes that were used, and none of others", async () => {
  expect(await filesOf(withScripts(true), [at("/assets/items/x.js")])).toEqual([
    at(`/assets/items/a.${"a".repeat(64)}.js`),
    at(`/assets/items/b.${"b".repeat(64)}.js`),
  ]);
  expect(await filesOf(withScripts(), [at("/assets/x/x.js")])).toEqual([
    at("/assets/x/a.js"),
    at("/assets/x/parts/b.js"),
  ]);
  expect(await filesOf(withScripts(), [])).toEqual([]);
});

it("names the hashes that do not come with the page, and what they list", async () => {
  const { fetch } = globalThis;
  globalThis.fetch = async (address) =>
    Response.json(String(address).includes("items") ? { "a.js": hash("a"), "later.js": hash("l") } : {});
  const moreIntegrity = (name: string) => `/builds/integrity/${name}/1.json`;
  const { shell, remotes } = withScripts(true);
  const brief = <A extends { name: string; release: object }>(app: A) => ({
    ...app,
    release: { ...app.release, moreIntegrity: moreIntegrity(app.name) },
  });
  const files = await filesOf({ ...composition, shell: brief(shell), remotes: remotes.map(brief) }, [
    at("/assets/items/x.js"),
  ]);
  globalThis.fetch = fetch;
  expect(files).toContain(at(moreIntegrity("shell")));
  expect(files).toContain(at(moreIntegrity("items")));
  expect(files).toContain(at(`/assets/items/later.${"l".repeat(64)}.js`));
  expect(files).not.toContain(at(moreIntegrity("queue")));
});

it("loads nothing ahead for people who save data", () => {
  jest.useFakeTimers();
  let asked = 0;
  const workers = {
    get ready() {
      asked += 1;
      return new Promise(() => {});
    },
  } as unknown as ServiceWorkerContainer;
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  keepCode(composition, workers);
  jest.runAllTimers();
  expect(asked).toBe(0);
  Reflect.deleteProperty(navigator, "connection");
  keepCode(composition, workers);
  jest.runAllTimers();
  expect(asked).toBe(1);
  jest.useRealTimers();
});
