import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PaletteSource } from "@tessera/shell-api";
import { mockShell } from "@tessera/shell-api/testing";
import { waitFor } from "@testing-library/react";
import { manifest, ownContributions } from "../testing/contributions.ts";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";

const SOURCE = path.resolve(import.meta.dirname, "..");

let server: ItemsServer;
beforeEach(async () => {
  server = await startItemsServer([card(1, { title: "Strasbourg: what is still open" }), card(2)]);
});
afterEach(() => server.stop());

const moduleOf = async <T,>(name: string) => ((await import(`../${name}.ts`)) as { default: T }).default;

it("offers capture and the search for cards on every page", async () => {
  const shell = mockShell({ http: server.http, contributions: ownContributions() });
  const capture = manifest.commands.find(({ id }) => id === manifest.contributes.capture[0]?.command);
  const opened = (await moduleOf<() => Promise<void>>(capture!.module!))();
  await waitFor(() => expect(shell.opened[0]?.options.title).toBe("Capture"));
  shell.opened[0]?.cancel();
  await opened;
  const search = await moduleOf<PaletteSource["search"]>(manifest.contributes.palette[0]!.module);
  const found = await search("strasb", AbortSignal.timeout(5000));
  expect(found).toEqual([
    {
      ...{ id: card(1).id, title: "Strasbourg: what is still open", line: "Text 1", path: `/items/note/${card(1).id}` },
      icon: manifest.contributes.itemTypes.find(({ type }) => type === "note")?.icon,
    },
  ]);
});

describe("a card type", () => {
  const types = manifest.contributes.itemTypes.map(({ type }) => type);

  it("is one folder, which the manifest names", () => {
    const folders = readdirSync(path.join(SOURCE, "types"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual([...types].sort());
    for (const { type, view, capture } of manifest.contributes.itemTypes) {
      expect(
        [view, ...(capture ? [capture.module] : [])].map((module) => module.split("/").slice(0, 2).join("/")),
      ).toEqual(capture ? [`types/${type}`, `types/${type}`] : [`types/${type}`]);
    }
  });

  it("is named by no code outside its folder", () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        !/\.(test|spec|stories)\.tsx?$|^testing\//.test(name) &&
        existsSync(path.join(SOURCE, name)),
    );
    // "inbox" names a status and a list too, "person" who gave a title, "file" a field of a form, "image" what it
    // takes: as types they are read from a card, a row or a type's definition.
    const others = types.filter((type) => !["inbox", "person", "file", "image"].includes(type)).join("|");
    const named = new RegExp(`["'\`/](${others})["'\`]`, "g");
    const compared = /\b(item|row|card|info|entry|guess|stored)\.type\s*[!=]==?\s*["']/;
    const found = files.flatMap((name) => {
      const own = /^types\/([a-z-]+)\//.exec(name)?.[1];
      const foreign = (line: string) => [...line.matchAll(named)].some(([, type]) => type !== own);
      return readFileSync(path.join(SOURCE, name), "utf8")
        .split("\n")
        .filter((line) => foreign(line) || compared.test(line))
        .map((line) => `${name}: ${line.trim()}`);
    });
    expect(found).toEqual([]);
  });
});
