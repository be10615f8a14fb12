import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { Composition } from "../composition.ts";
import { Manifest } from "../manifest.ts";
import { downloadRelease } from "./download.ts";
import { enforceIntegrity } from "./integrity.ts";

const INTEGRITY = `sha384-${"B".repeat(64)}`;
const release = {
  id: "2",
  version: "2",
  base: "/assets/items/2/",
  entry: "remoteEntry.js",
  firstView: ["remoteEntry.js", "routes.css"],
  globalName: "items",
  integrity: { "remoteEntry.js": INTEGRITY, "routes.css": INTEGRITY, "later.js": INTEGRITY },
};
const app = (name: string) => ({ ...Manifest.parse({ name, title: name, routes: [] }), release });
const brief = {
  ...release,
  base: "/assets/queue/2/",
  integrity: {},
  moreIntegrity: "/builds/integrity/queue/2.json",
};
enforceIntegrity({
  buildId: "b",
  shell: app("shell"),
  remotes: [app("items"), { ...app("queue"), release: brief }],
} as Composition);

/** What was asked for, with the hash it must have. */
let asked: [url: string, integrity: string | undefined][];
/** What the next requests are answered with; empty files once it is used up. */
let answers: Response[];
const { fetch } = globalThis;
beforeEach(() => {
  asked = [];
  answers = [];
  globalThis.fetch = async (url, init) => {
    asked.push([new URL(String(url), location.href).pathname, init?.integrity]);
    return answers.shift() ?? answer(200);
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
});
const answer = (status: number, body: object = {}) =>
  ({ ok: status === 200, status, json: async () => body, arrayBuffer: async () => new ArrayBuffer(0) }) as Response;

it("the files of a first view are fetched with their hashes, and no element is made of them", async () => {
  await downloadRelease(release);
  expect(asked).toEqual([
    ["/assets/items/2/remoteEntry.js", INTEGRITY],
    ["/assets/items/2/routes.css", INTEGRITY],
  ]);
  expect(document.querySelectorAll("script, link")).toHaveLength(0);
});

it("the files of a release whose hashes did not come with the page are asked for once these are there", async () => {
  answers = [answer(503), answer(200, release.integrity)];
  await downloadRelease(brief);
  expect(asked.splice(0)).toEqual([["/builds/integrity/queue/2.json", undefined]]);
  await downloadRelease(brief);
  expect(asked).toEqual([
    ["/builds/integrity/queue/2.json", undefined],
    ["/assets/queue/2/remoteEntry.js", INTEGRITY],
    ["/assets/queue/2/routes.css", INTEGRITY],
  ]);
});

it("a release that does not say what its first view needs is left to be fetched when it is shown", async () => {
  await downloadRelease({ base: release.base });
  expect(asked).toEqual([]);
});
