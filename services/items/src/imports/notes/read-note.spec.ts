import { readNote } from "./read-note.ts";

it("takes title, tags and time from the properties, and keeps the others as a block", () => {
  const note = readNote(
    "Vault/Trip.md",
    "\uFEFF---\r\ntitle: Trip to Málaga\r\ntags: [travel, '#spain']\r\ncreated: 2024-03-05\r\nrating: 4\r\n---\r\n\r\nWe went by train. #Summer/2024\r\n",
  );
  expect(note).toEqual({
    title: "Trip to Málaga",
    body: "```yaml\nrating: 4\n```\n\nWe went by train. #Summer/2024",
    tags: ["travel", "spain", "Summer/2024"],
    createdAt: Date.UTC(2024, 2, 5),
  });
});

it("takes the title from the file's name, without what Notion added, and leaves out a heading that repeats it", () => {
  const path = "Export/Reading list 0123456789abcdef0123456789abcdef.md";
  expect(readNote(path, "# Reading list\n\nOne")).toMatchObject({ title: "Reading list", body: "One" });
  expect(readNote("A.md", "# Another heading\n\nOne").body).toBe("# Another heading\n\nOne");
  expect(readNote("setting___format.md", "").title).toBe("setting/format");
});

it("sees no tags in headings, numbers, addresses and code", () => {
  const { tags } = readNote(
    "A.md",
    "# Heading\n#1 of `#code` at https://a.example/#part\n```\n#css\n```\n#yes, (#no) #zwölf",
  );
  expect(tags).toEqual(["yes", "zwölf"]);
});

it.each([
  ["a rule at the beginning", "---\n\nText\n\n---\nMore"],
  ["properties that are no YAML", "---\na: [b\n---\nText"],
  ["a list", "---\n- a\n---\nText"],
])("keeps %s as it is", (_, text) => expect(readNote("A.md", text).body).toBe(text));

it("opens no bomb of aliases", () => {
  const bomb = `---\na: &a [x, x]\n${Array.from({ length: 20 }, (_, at) => `b${at}: &b${at} [${"*a, ".repeat(30)}*a]`).join("\n")}\n---\nText`;
  expect(() => readNote("A.md", bomb)).not.toThrow();
});
