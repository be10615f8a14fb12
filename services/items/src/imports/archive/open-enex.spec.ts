import { createHash } from "node:crypto";
import { type Bytes, inMemory } from "./bytes.ts";
import { enmlToMarkdown } from "./enml-to-markdown.ts";
import { openArchive } from "./open-archive.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

const note = (title: string, content: string, more = "") => `<note><title>${title}</title>
  <content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>
  <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${content}</en-note>]]></content>
  <created>20240305T081500Z</created><updated>20240306T081500Z</updated>${more}</note>`;
const enex = (...notes: string[]) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
<en-export export-date="20241010T101010Z" application="Evernote" version="10.0">${notes.join("")}</en-export>`);
const opened = async (bytes: Buffer) =>
  new Map(
    await Promise.all(
      (await openArchive(inMemory(bytes))).map(
        async ({ path, content }) => [path, await content()] as [string, Buffer],
      ),
    ),
  );

const markdownOf = (enml: string) =>
  enmlToMarkdown(`<en-note>${enml}</en-note>`, { fileOf: () => null, tasksOf: () => [] });

describe("an export of Evernote", () => {
  it("becomes a file for each note, with its time, tags, tasks and source, and what it holds beside it", async () => {
    const picture = `<resource><data encoding="base64">\n${PNG.toString("base64")}\n</data><mime>image/png</mime>
      <resource-attributes><file-name>the harbour (1).png</file-name></resource-attributes></resource>`;
    const files = await opened(
      enex(
        note(
          "Málaga &amp; back: 1/2",
          `<div>By train&nbsp;at noon.</div><en-media hash="${md5(PNG)}" type="image/png"/><div>Then home.</div>`,
          `<tag>travel</tag><tag>Spain 2024</tag><note-attributes><source-url>https://a.example/x</source-url>
           </note-attributes><task><title>Book the train</title><taskStatus>completed</taskStatus></task>
           <task><title>Pack</title><taskStatus>open</taskStatus></task>${picture}`,
        ),
      ),
    );
    expect([...files.keys()]).toEqual(["Málaga & back 1 2.md", "Málaga & back 1 2/the harbour (1).png"]);
    expect(files.get("Málaga & back 1 2/the harbour (1).png")).toEqual(PNG);
    expect(files.get("Málaga & back 1 2.md")!.toString()).toBe(`---
title: "Málaga & back: 1/2"
tags:
  - travel
  - Spain 2024
created: 2024-03-05T08:15:00.000Z
---

By train at noon.

![the harbour (1).png](/M%C3%A1laga%20&%20back%201%202/the%20harbour%20%281%29.png)

Then home.

- [x] Book the train
- [ ] Pack

Source: <https://a.example/x>
`);
  });

  it("keeps reminders, places, what is said of tasks, and files that no place of the text names", async () => {
    const task = `<task><title>Pay</title><taskStatus>open</taskStatus><taskFlag>true</taskFlag><dueDate>20240601T220000Z</dueDate>
      <dueDateUIOption>date_time</dueDateUIOption><timeZone>Europe/Berlin</timeZone><recurrence>RRULE:FREQ=DAILY</recurrence>
      <reminder><created>20240101T000000Z</created><reminderDate>20240601T200000Z</reminderDate></reminder></task>
      <task><title>Call</title><dueDate>20240601T220000Z</dueDate><dueDateUIOption>date_only</dueDateUIOption></task>`;
    const file = `<resource><data encoding="base64">YQ==</data><mime>text/plain</mime>
      <resource-attributes><source-url>file:///old</source-url><file-name>a.txt</file-name></resource-attributes></resource>
      <resource><mime>image/png</mime><resource-attributes><file-name>lost.png</file-name></resource-attributes></resource>`;
    const attributes = `<note-attributes><latitude>52.5</latitude><longitude>13.4</longitude><place-name>Berlin</place-name>
      <source-url>evernote:///x</source-url><reminder-order>1</reminder-order><reminder-time>20220120T070000Z</reminder-time>
      <reminder-done-time>2022-01-21T08:00:00+00:00</reminder-done-time></note-attributes>`;
    const files = await opened(enex(note("A", "<div>Text</div>", attributes + task + file)));
    expect(files.get("A.md")!.toString().split("---\n")[2]).toBe(`
Text

- [ ] Pay (due 2024-06-02 00:00 (Europe/Berlin), repeats RRULE:FREQ=DAILY, reminder 2024-06-01 22:00 (Europe/Berlin), flagged)
- [ ] Call (due 2024-06-01)

- [a.txt](/A/a.txt)

(The export holds no content of the file “lost.png”)

Reminder: 2022-01-20 07:00 (UTC), done 2022-01-21 08:00 (UTC)

Place: 52.5, 13.4, Berlin

Source: \`evernote:///x\`
`);
  });

  it("puts tasks where their list stands, in the place of what says that they are not shown", async () => {
    const list = '<div style="--en-task-group:true; --en-id:g-1;color:#868686"><div>Content not supported</div></div>';
    const task = (title: string, group: string) =>
      `<task><title>${title}</title><taskStatus>completed</taskStatus><taskGroupNoteLevelID>${group}</taskGroupNoteLevelID></task>`;
    const files = await opened(
      enex(note("A", `<div>Before</div>${list}<div>After</div>`, task("Call *Ada*", "g-1") + task("Lost", "g-2"))),
    );
    expect(files.get("A.md")!.toString().split("---\n")[2]).toBe(
      "\nBefore\n\n- [x] Call \\*Ada\\*\n\nAfter\n\n- [x] Lost\n",
    );
  });

  it("makes files of the pictures that a clipped page holds itself", async () => {
    const picture = `<img alt="x" src="data:image/png;base64,${PNG.toString("base64")}" width="1"/>`;
    const files = await opened(enex(note("A", `<div>One ${picture}</div><div>Two ${picture}</div>`)));
    expect([...files.keys()]).toEqual(["A.md", "A/File.png"]);
    expect(files.get("A/File.png")).toEqual(PNG);
    expect(files.get("A.md")!.toString().split("---\n")[2]).toBe(
      "\nOne ![File.png](/A/File.png)\n\nTwo ![File.png](/A/File.png)\n",
    );
  });

  it("says where an export ends within a note, and takes no file that is cut", async () => {
    const whole = enex(note("A", "<div>One</div>"), note("B", "<div>Two</div>")).toString();
    const cut = await opened(Buffer.from(whole.slice(0, whole.indexOf("Two") + 3)));
    expect(cut.get("A.md")!.toString()).not.toContain("ends within");
    expect(cut.get("B.md")!.toString()).toContain("Two\n\n(The export ends within this note)");
    const file = `<resource><data encoding="base64">${"YWJj".repeat(50)}`;
    const [, picture] = await openArchive(
      inMemory(
        Buffer.from(
          enex(note("A", "", `${file}</note>`))
            .toString()
            .split("</note>")[0]!,
        ),
      ),
    );
    await expect(picture!.content()).rejects.toThrow("cut");
  });

  it("refuses a note that is nested too deep, not its neighbours", async () => {
    const files = await openArchive(
      inMemory(
        enex(
          note("Deep text", "<div>".repeat(2000)),
          note("Deep XML", "", "<a>".repeat(100_000)),
          note("Boxes", "<div><en-todo/>x</div>".repeat(600)),
        ),
      ),
    );
    const contents = await Promise.all(
      files.map(({ content }) => content().then(String, (error: Error) => error.message)),
    );
    expect(files.map(({ path }) => path)).toEqual(["Boxes.md", "Deep text.md", "Note 2.md"]);
    expect(contents[0]).toContain("- [ ] x\n- [ ] x");
    expect(contents.slice(1)).toEqual([
      "Its elements are nested more than 512 deep",
      "Its XML is nested more than 50 deep",
    ]);
  });

  it("fills no table beyond all bounds", () => {
    const cell = '<td rowspan="100000" colspan="100000">x</td>';
    expect(markdownOf(`<table><tr>${cell}${cell}</tr></table>`)).toBe("| | |\n| - | - |\n| x | x |");
    const spanned = '<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></table>';
    expect(markdownOf(spanned)).toBe("| | |\n| - | - |\n| a | |\n| b | c |");
  });

  it("keeps notes of one title and files of one name apart", async () => {
    const file = (text: string) =>
      `<resource><data encoding="base64">${Buffer.from(text).toString("base64")}</data><mime>text/plain</mime></resource>`;
    const files = await opened(enex(note("Same", "<div>a</div>", file("1") + file("2")), note("same", "<div>b</div>")));
    expect([...files.keys()]).toEqual(["Same.md", "Same/File 2.txt", "Same/File.txt", "same 2.md"]);
  });

  it("reads note by note, and refuses one that is too large by its number, not its neighbours", async () => {
    const filler = "x".repeat(1_500_000);
    const small = [1, 2].map((number) => note(`Note ${number}`, `<div>${number} ${filler}</div>`));
    const large = Buffer.alloc(81 * 1024 * 1024, "y");
    const [head, foot] = enex(small[0]!, "<note>MIDDLE</note>", small[1]!).toString().split("MIDDLE") as [
      string,
      string,
    ];
    const bytes = Buffer.concat([Buffer.from(head), large, Buffer.from(foot)]);
    let most = 0;
    const watched: Bytes = {
      length: bytes.length,
      read(start, length) {
        most = Math.max(most, length);
        return bytes.subarray(start, start + length);
      },
    };
    const files = await openArchive(watched);
    expect(files.map(({ path, refused }) => [path, refused])).toEqual([
      ["Note 1.md", undefined],
      ["Note 2 2.md", undefined],
      ["Note 2.md", "The note is larger than 80 MB with its files"],
    ]);
    expect(String(await files[1]!.content())).toContain(`2 ${filler}`);
    expect(most).toBeLessThan(2_000_000);
  });

  it("opens no entity that it defines, and refuses what holds no note", async () => {
    const bomb = `<!DOCTYPE en-export [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const text = enex(note("&b;&f;", "<div>ok</div>"))
      .toString()
      .replace(/<!DOCTYPE en-export [^>]*>/, bomb);
    // A document type with entities of its own is none that Evernote writes.
    await expect(openArchive(inMemory(Buffer.from(text)))).rejects.toThrow();
    const plain = await opened(enex(note("&b;&f;", "<div>ok</div>")));
    expect([...plain.values()][0]!.toString()).toContain('title: "&b;&f;"');
    await expect(openArchive(inMemory(enex()))).rejects.toThrow("no notes");
  });
});

describe("a note's text", () => {
  it.each([
    [
      "boxes to tick of lines",
      '<div><en-todo checked="true"/>Eggs</div><div><en-todo/>Flour &amp; salt</div><div>Later</div>',
      "- [x] Eggs\n- [ ] Flour & salt\n\nLater",
    ],
    [
      "boxes to tick of lists",
      '<ul style="--en-todo:true;"><li style="--en-checked:true;"><div>Eggs</div></li><li style="--en-checked:false;"><div>Flour</div></li></ul>',
      "- [x] Eggs\n- [ ] Flour",
    ],
    [
      "code",
      '<div style="--en-codeblock:true;-en-codeblock:true;"><div>if (a &lt; b)</div><div>  c();</div></div>',
      "```\nif (a < b)\n  c();\n```",
    ],
    [
      "code in a language",
      '<div style="--en-codeblock:true;--en-codeblockLanguage:clike;box-sizing: border-box">int a = 1;</div>',
      "```clike\nint a = 1;\n```",
    ],
    [
      "tables",
      "<table><tr><td>Name</td><td>Age</td></tr><tr><td>Ada</td><td>36</td></tr></table>",
      "| | |\n| - | - |\n| Name | Age |\n| Ada | 36 |",
    ],
    ["what is encrypted", 'A<en-crypt hint="b">YWJj</en-crypt>', "A(Encrypted text, which Evernote alone can open)"],
    ["a file that is missing", '<en-media hash="00" type="image/png"/>', "(A file is missing here)"],
    ["elements that are closed where they begin", "<div/><div>A<span/>B<br/></div>", "AB"],
    ["no script", "<div>A<script>alert(1)</script><a href='https://a.example'>b</a></div>", "A[b](https://a.example)"],
  ])("says %s", (_, enml, text) => expect(markdownOf(enml)).toBe(text));
});
