import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { keysOf, mapOf } from "./chosen-keys.ts";
import { clash, linesWith } from "./conflicts.ts";
import { isSingleKey } from "./key-labels.ts";
import { keyMap } from "./key-map.ts";

interface Offered {
  id: string;
  title: string;
  keys?: string;
}

const REMOTES = path.resolve(import.meta.dirname, "../../../../remotes");
const offered: Offered[] = readdirSync(REMOTES).flatMap(
  (area) => JSON.parse(readFileSync(path.join(REMOTES, area, "manifest.json"), "utf8")).commands ?? [],
);
const map = mapOf(offered, {});

describe("the map of keys", () => {
  it("gives no two lines that hold together the same key, or one that begins the other's", () => {
    const taken = map.flatMap((line) =>
      line.keys.flatMap((keys) => linesWith(keys, line, map).map(({ id }) => `${keys}: ${line.id} and ${id}`)),
    );
    expect(taken).toEqual([]);
  });

  it("has each line once", () => {
    expect(new Set(map.map(({ id }) => id)).size).toBe(map.length);
  });

  it("has a key for whatever a person does again and again", () => {
    const wanted =
      "palette shortcuts items.capture items.import items.inbox items.snoozed queue.open settings.open billing.open next " +
      "previous extend-next extend-previous open select select-all snooze remove undo search leave archive done later " +
      "to-inbox wake tag pin unread next-unread pane edit-title edit-text convert duplicate copy-link original about " +
      "text-settings accept decline retry cancel";
    const withKey = new Set(map.filter(({ keys }) => keys.length > 0).map(({ id }) => id));
    expect(wanted.split(" ").filter((id) => !withKey.has(id))).toEqual([]);
  });

  it("undoes by z, u and Ctrl+Z, and deletes by Delete too", () => {
    const keysOfLine = (id: string) => keyMap.find((line) => line.id === id)?.keys;
    expect([keysOfLine("undo"), keysOfLine("remove")]).toEqual([
      ["z", "u", "$mod+z"],
      ["[Shift]+#", "Delete"],
    ]);
  });
});

describe("keys that a person chose", () => {
  it("take the place of the product's, for the line and every command of it", () => {
    const command = { id: "items.archive", act: "archive" };
    expect(keysOf(command, {})).toEqual(["e"]);
    expect(keysOf(command, { archive: ["b"] })).toEqual(["b"]);
    expect(keysOf(command, { archive: [] })).toEqual([]);
    expect(keysOf({ id: "items.capture", keys: "c" }, { "items.capture": ["q"] })).toEqual(["q"]);
    expect(mapOf(offered, { archive: ["b"] }).find(({ id }) => id === "archive")?.keys).toEqual(["b"]);
  });
});

describe("two keys", () => {
  it.each([
    ["e", "e", true],
    ["E", "Shift+E", false],
    ["[Shift]+#", "#", true],
    ["Shift+?", "[Shift]+?", true],
    ["g", "g i", true],
    ["g i", "g q", false],
    ["$mod+k", "k", false],
    ["Shift+j", "Shift+J", true],
  ])("%s and %s", (a, b, same) => {
    expect(clash(a, b)).toBe(same);
  });

  it("of areas that are never on one page may be the same", () => {
    const retry = map.find(({ id }) => id === "retry");
    const archive = map.find(({ id }) => id === "archive");
    expect(linesWith("r", archive!, map).map(({ id }) => id)).toEqual(["reschedule"]);
    expect(linesWith("j", retry!, map).map(({ id }) => id)).toEqual(["next"]);
    expect(linesWith("c", retry!, map).map(({ id }) => id)).toEqual(["items.capture"]);
  });

  it("are single without Ctrl, Alt or Cmd, unless they type nothing", () => {
    for (const keys of ["e", "Shift+E", "g i", "F", "Escape"]) expect([keys, isSingleKey(keys)]).toEqual([keys, true]);
    for (const keys of ["$mod+k", "Alt+x", "F1", "F12", "Shift+F2"])
      expect([keys, isSingleKey(keys)]).toEqual([keys, false]);
  });
});
