import { afterEach, expect, it } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import type { Composition } from "../composition.ts";
import { Manifest } from "../manifest.ts";
import { downloadRelease } from "./download.ts";
import { enforceIntegrity, missingIntegrity } from "./integrity.ts";

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

const links = () => [...document.head.querySelectorAll("link")];
afterEach(() => document.head.replaceChildren());

it("the files of a first view are fetched with their hashes, and no script is made of them", () => {
  downloadRelease(release);
  expect(links().map(({ rel, href, integrity }) => [rel, href, integrity])).toEqual([
    ["preload", `${location.origin}/assets/items/2/remoteEntry.js`, INTEGRITY],
    ["preload", `${location.origin}/assets/items/2/routes.css`, INTEGRITY],
  ]);
  expect(links().map((link) => link.getAttribute("as"))).toEqual(["script", "style"]);
  expect(document.scripts).toHaveLength(0);
  for (const link of links()) link.dispatchEvent(new Event("load"));
  expect(links()).toEqual([]);
});

it("the files of a release whose hashes did not come with the page are asked for once these are there", async () => {
  const { fetch } = globalThis;
  const answers = [
    { ok: false, status: 503 } as Response,
    { ok: true, json: async () => release.integrity } as unknown as Response,
  ];
  globalThis.fetch = async () => answers.shift()!;
  downloadRelease(brief);
  await missingIntegrity(brief.base)?.catch(() => undefined);
  expect(links()).toEqual([]);
  downloadRelease(brief);
  await waitFor(() =>
    expect(links().map(({ href }) => href)).toEqual([
      `${location.origin}/assets/queue/2/remoteEntry.js`,
      `${location.origin}/assets/queue/2/routes.css`,
    ]),
  );
  globalThis.fetch = fetch;
});

it("a release that does not say what its first view needs is left to be fetched when it is shown", () => {
  downloadRelease({ base: release.base });
  expect(links()).toEqual([]);
});
