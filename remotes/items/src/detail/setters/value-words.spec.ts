import type { ValueSetter } from "@tessera/contracts-items/setters.ts";
import { card } from "../../testing/items-server.ts";
import { beforeWords, inverseOf, isShown, nameOf, patchBack, whoWords } from "./value-words.ts";

const AT = "2026-11-20T12:00:00Z";
const set = (field: string, before: unknown, more: Partial<ValueSetter> = {}): ValueSetter => ({
  ...{ field, before, by: "person", at: AT, revertible: true },
  ...more,
});
const names = { types: [], moment: (at: string) => `at ${at}` };

it("says what was set, by whom, and what it was before", () => {
  const said = (one: ValueSetter) => `${nameOf(one)}, ${beforeWords(one, names)}`;
  expect(said(set("status", "inbox"))).toBe("Place, was Inbox");
  expect(said(set("title", ""))).toBe("Title, was made from the text");
  expect(said(set("tag:reading", null))).toBe("Tag reading, added");
  expect(said(set("tag:reading", "Reading"))).toBe("Tag reading, removed");
  expect(said(set("data.priority", "none"))).toBe("Priority, was empty");
  expect(said(set("snoozeUntil", AT))).toBe(`Snoozed until, was at ${AT}`);
  expect(said(set("data.aliases", ["Ada"]))).toBe("Aliases, was 1 entry");
  expect(said(set("pinned", false))).toBe("Pin, was not pinned");
  expect(said(set("data.assignee", { kind: "person", name: "Ada" }))).toBe("Assignee, was Ada");
  expect(said(set("data.siteName", "Fox"))).toBe("Site, was “Fox”");
  expect(whoWords(set("status", "inbox", { device: "Firefox on Linux" }))).toBe("you, in Firefox on Linux");
  expect(whoWords(set("status", "inbox", { by: "agent" }))).toBe("an agent");
});

it("leaves out what rules set, which stands below, and what another value says", () => {
  expect(
    [set("status", "inbox", { by: "rule" }), set("data.done", false), set("data.dueDay", null)].some(isShown),
  ).toBe(false);
});

it("gives back what was, and takes that back", () => {
  const item = card(1, { tags: ["Reading", "home"], data: { priority: "high" }, dueAt: AT });
  expect(patchBack(set("tag:reading", null), item, [])).toEqual({ tags: ["home"] });
  expect(patchBack(set("tag:tax", "Tax"), item, [])).toEqual({ tags: ["Reading", "home", "Tax"] });
  expect(patchBack(set("data.priority", "none"), item, [])).toEqual({ data: { priority: "none" } });
  const due = set("dueAt", null);
  expect(patchBack(due, item, [due, set("data.dueDay", "2026-11-20")])).toEqual({
    dueAt: null,
    data: { dueDay: "2026-11-20" },
  });
  expect(inverseOf({ dueAt: null, data: { dueDay: null, priority: "low" } }, item)).toEqual({
    dueAt: AT,
    data: { dueDay: null, priority: "high" },
  });
});
