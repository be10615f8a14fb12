import { messageOf } from "./message-of.ts";

const told = {
  kind: "reminders",
  subject: "Reminder: Milk",
  lead: "Due today.",
  action: { label: "Open", path: "/a" },
};

it("fits into what push services take, whatever the letters", () => {
  for (const letter of ["🙂", "\u0001", '"', "\ud800", "界"]) {
    const message = messageOf({
      ...told,
      subject: letter.repeat(200 / letter.length),
      lead: letter.repeat(1000 / letter.length),
      action: { label: "Open", path: `/${"界".repeat(299)}` },
    });
    const sent = { ...message, waiting: Number.MAX_SAFE_INTEGER };
    expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThanOrEqual(3993);
  }
});

it("says where it was cut, and never inside a letter", () => {
  const { title, body } = messageOf({ ...told, subject: "🙂".repeat(121), lead: "a\n\u0007b" });
  expect(title).toBe(`${"🙂".repeat(119)}…`);
  expect(body).toBe("a b");
});

it("has one tag for each page of a kind", () => {
  const tagOf = (kind: string, path: string) => messageOf({ ...told, kind, action: { label: "Open", path } }).tag;
  expect(tagOf("reminders", "/a")).toBe(tagOf("reminders", "/a"));
  expect(new Set([tagOf("reminders", "/a"), tagOf("reminders", "/b"), tagOf("usage", "/a")]).size).toBe(3);
  expect(tagOf("reminders", "/a")).toMatch(/^[\w-]{32}$/);
});
