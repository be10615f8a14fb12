import { mockShell } from "@tessera/shell-api/testing";
import { ownContributions } from "../testing/contributions.ts";
import { addressWithin } from "./bookmark/address.ts";
import { type Capture, loadCaptures, recognise } from "./captures.ts";

let captures: Capture[];
beforeAll(async () => {
  mockShell({ contributions: ownContributions() });
  captures = await loadCaptures();
});
const itemOf = (text: string, type: string, tags: string[]) =>
  captures.find((one) => one.type === type)!.code.itemOf(text, tags);

describe("what a capture looks like", () => {
  it.each([
    ["https://queuecraft.dev/locks", "bookmark"],
    ["www.queuecraft.dev/locks", "bookmark"],
    ["https://queuecraft.dev/locks\nread before the meeting", "bookmark"],
    ["look at https://queuecraft.dev", "inbox"],
    ["[] call the dentist", "task"],
    ["- [ ] call the dentist", "task"],
    ["todo: call the dentist", "task"],
    ["todo list ideas", "inbox"],
    ["```ts\nconst a = 1;\n```", "snippet"],
    ["import { a } from 'b';\nexport const x: string = await a();", "snippet"],
    ["# Plan\n\nOak fronts.\n\n```ts\nconst a: number = 1;\n```", "note"],
    ["# Strasbourg", "note"],
    ["Strasbourg\nwhat is still open", "note"],
    ["call dentist re crown, before 4 dec", "task"],
    ["call dentist re crown #health", "inbox"],
    ["Ada Lovelace <ada@example.org>", "person"],
    ["ada@example.org", "person"],
    ["ask ada@example.org about the tickets and the hotel", "inbox"],
  ])("%j is a %s", (text, type) => {
    expect(recognise(text, captures).type).toBe(type);
  });

  it("makes the item of each type", () => {
    expect(itemOf("[] call the dentist\nbefore 4 Dec", "task", ["health"])).toMatchObject({
      type: "task",
      title: "call the dentist",
      body: "before 4 Dec",
      tags: ["health"],
    });
    expect(itemOf("www.queuecraft.dev\nlater", "bookmark", [])).toMatchObject({
      data: { url: "https://www.queuecraft.dev" },
      sourceUrl: "https://www.queuecraft.dev",
      body: "later",
    });
    expect(itemOf("Ada Lovelace ada@example.org\nTurin", "person", [])).toMatchObject({
      title: "Ada Lovelace",
      data: { email: "ada@example.org" },
      body: "Turin",
    });
    expect(itemOf("one\ntwo", "inbox", [])).toMatchObject({ type: "inbox", body: "one\ntwo" });
  });

  it("finds an address within a text, without the full stop behind it", () => {
    expect(addressWithin("see https://queuecraft.dev/locks.")).toBe("https://queuecraft.dev/locks");
    expect(addressWithin("no address")).toBeNull();
  });
});

describe("the types that are offered", () => {
  it("are in their order, and one whose code does not come is left out and reported", async () => {
    expect(captures.map(({ type }) => type)).toEqual(["inbox", "note", "snippet", "bookmark", "person", "task"]);
    const failures: { owner: string; error: unknown }[] = [];
    mockShell({ contributions: ownContributions(failures, ["types/note/capture"]) });
    expect((await loadCaptures()).map(({ type }) => type)).toEqual(["inbox", "snippet", "bookmark", "person", "task"]);
    expect(failures.map(({ owner, error }) => `${owner}: ${(error as Error).message}`)).toEqual([
      "items: types/note/capture did not arrive",
    ]);
  });
});
