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

it("keeps other properties as they stand, with their comments, and the links in them", () => {
  const others =
    '# mine\nversion: 1.10\nzip: 01234\nup: "[[Home]]"\nsteps:\n  - one # first\n  - [[Two]]\nabout: |\n  A\n\n  B';
  const { title, body, createdAt } = readNote(
    "A.md",
    `---\ntitle: 1.10\n${others}\ncreated:   2024-03-05  # a Tuesday\ndate: some day\n---\nText`,
  );
  expect([title, createdAt]).toEqual(["1.10", Date.UTC(2024, 2, 5)]);
  expect(body).toBe(`\`\`\`yaml\n${others}\ndate: some day\n\`\`\`\n\nLinks: [[Home]], [[Two]]\n\nText`);
});

it.each([
  ["a title that is too long", `title: ${"x".repeat(501)}`],
  ["a title that is none", "title: [a, b]"],
  ["a second name", "title: A\nname: B", "name: B"],
  ["more tags than a card has", `tags: [${Array.from({ length: 51 }, (_, at) => `t${at}`).join(", ")}]`],
  ["tags that are none", "tags: [{a: b}]"],
  ["a time that is not understood", "created: Tuesday, March 5th"],
  ["a second time", "created: 2024-03-05\ndate: 2024-03-06", "date: 2024-03-06"],
  ["properties in braces", "{ title: A, rating: 4 }"],
])("leaves %s in the text", (_, yaml, left = yaml) =>
  expect(readNote("A.md", `---\n${yaml}\n---\nText`).body).toBe(`\`\`\`yaml\n${left}\n\`\`\`\n\nText`),
);

it.each([
  ["2024-03-05T10:30:00+09:00", "2024-03-05T01:30:00.000Z"],
  ["2024-03-05 10:30:00 +0900", "2024-03-05T01:30:00.000Z"],
  ["2024-03-05T10:30", "2024-03-05T10:30:00.000Z"],
  ["2024-03-05 9:05", "2024-03-05T09:05:00.000Z"],
  ["2024-03-05", "2024-03-05T00:00:00.000Z"],
  ['"2024-03-05T10:30:00.123Z"', "2024-03-05T10:30:00.123Z"],
])("reads the time %s, in UTC where no zone is said", (said, time) =>
  expect(new Date(readNote("A.md", `---\ncreated: ${said}\n---\n`).createdAt!).toISOString()).toBe(time),
);

it("takes nothing for a title or a tag where YAML says nothing", () =>
  expect(readNote("A.md", "---\ntitle:\ntags: ~\nname: null\n---\nText")).toMatchObject({
    ...{ title: "A", body: "Text", tags: [] },
  }));
