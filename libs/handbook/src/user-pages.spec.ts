import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readPage } from "@tessera/federation/build/handbook.ts";
import { HANDBOOK_FOLDER, HANDBOOK_PATH } from "@tessera/federation/handbook.ts";
import type { Manifest } from "@tessera/federation/manifest.ts";
import { ROOT } from "./root.ts";

const apps = ["shell", ...readdirSync(join(ROOT, "remotes")).map((name) => `remotes/${name}`)];
const manifests = apps.map((app): Manifest => JSON.parse(readFileSync(join(ROOT, app, "manifest.json"), "utf8")));
const pages = apps.flatMap((app) => {
  const folder = join(ROOT, app, HANDBOOK_FOLDER);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.map((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return { app, slug: file.replace(/^\d\d-|\.md$/g, ""), text, ...readPage(text) };
  });
});
const anchors = new Set(
  pages.flatMap(({ slug, html }) => [
    `${HANDBOOK_PATH}/${slug}`,
    ...[...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `${HANDBOOK_PATH}/${slug}#${id}`),
  ]),
);

/** Whether a rule of some manifest has the shape of the path. */
function isRoute(path: string): boolean {
  const shape = (pattern: string) =>
    new RegExp(`^${pattern.replace(/\/:\w+\?/g, "(/[^/]+)?").replace(/:\w+/g, "[^/]+")}/?$`);
  return manifests.some(({ routes }) => routes.some((rule) => shape(rule.path).test(path)));
}

describe("the user's handbook", () => {
  it("has a page of every area", () => {
    // Those without pages of their own are part of others: people are in identity's page of the settings.
    const without = apps.filter((app) => !pages.some((page) => page.app === app));
    expect(without).toEqual(["remotes/identity"]);
  });

  it("has no two pages of one name, and none whose address is taken for a card's", () => {
    const slugs = pages.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    // Any address with /items in it asks for a plan first; specification §4.
    expect(slugs.filter((slug) => slug.startsWith("items"))).toEqual([]);
  });

  it("leads to pages and sections that are there", () => {
    const links = pages.flatMap(({ slug, html }) =>
      [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => ({ slug, href: href!.replace(/^#/, `${slug}#`) })),
    );
    const dead = links.filter(({ href }) =>
      href.startsWith(HANDBOOK_PATH) ? href !== HANDBOOK_PATH && !anchors.has(href) : !isRoute(href.split(/[?#]/)[0]!),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(dead).toEqual([]);
  });

  it("names the key of every command that a manifest gives one, on the page Keyboard or on one of the area's", () => {
    const keyboard = pages.find(({ slug }) => slug === "keyboard")!.text;
    const text = apps.map(
      (app) =>
        keyboard +
        pages
          .filter((page) => page.app === app)
          .map((page) => page.text)
          .join(),
    );
    const shown = (keys: string) =>
      keys
        .split(" ")
        .map((key) => `<kbd>${key}</kbd>`)
        .join(" ");
    const keys = manifests.flatMap(({ commands = [] }, index) =>
      commands.flatMap((command) => (command.keys ? [{ keys: command.keys, in: text[index]! }] : [])),
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !key.in.includes(shown(key.keys))).map((key) => key.keys)).toEqual([]);
  });
});
