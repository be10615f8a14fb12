import { readFileSync } from "node:fs";
import type { MailData } from "@tessera/contracts-items/items.ts";
import { ContentError } from "@tessera/service-kit";
import type { z } from "zod";
import mail from "../../types/mail/index.ts";
import { refused } from "../entry.ts";
import { mailEntry } from "./mail-entry.ts";
import { parseMail } from "./parse-mail.ts";
import { splitMbox } from "./split-mbox.ts";

async function read(bytes: Buffer | string) {
  const entry = entryOf(Buffer.from(bytes));
  if ("refused" in entry) return { refused: entry.refused };
  if (!("draft" in entry)) throw new Error("A mail makes a draft");
  return { ...entry.draft, data: entry.draft.data as z.infer<typeof MailData>, files: entry.files ?? [] };
}
function entryOf(bytes: Buffer) {
  try {
    const { value, blobs } = parseMail({ value: { mbox: false }, blobs: [bytes] });
    return mailEntry(value, blobs, "file.eml", "inbox", mail);
  } catch (error) {
    if (error instanceof ContentError) return refused("file.eml", error.message);
    throw error;
  }
}
async function readFixture(name: string) {
  const entry = await read(readFileSync(new URL(`fixtures/${name}.eml`, import.meta.url)));
  if (!("data" in entry)) throw new Error(entry.refused.message);
  return entry;
}

it("reads who, to whom, when, what, and the files", async () => {
  const entry = await readFixture("stalwart-thirdparty-013");
  expect(entry.files.length).toBeGreaterThan(0);
  const made = await read(
    "From: =?utf-8?q?Zo=C3=AB?= <zoe@example.org>\r\nTo: Team: a@example.org, B <b@example.org>;\r\nCc: c@example.org\r\nSubject: =?iso-8859-1?q?Gr=FC=DFe?=\r\n" +
      "Date: Tue, 3 Mar 2026 10:00:00 +0100\r\nMessage-ID: <1@example.org>\r\nContent-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: base64\r\n\r\n8NLJ18XU\r\n",
  );
  expect(made).toMatchObject({
    title: "Grüße",
    body: "Привет",
    createdAt: new Date("2026-03-03T09:00:00Z"),
    data: {
      from: [{ name: "Zoë", address: "zoe@example.org" }],
      to: [
        { name: "", address: "a@example.org" },
        { name: "B", address: "b@example.org" },
      ],
      cc: [{ name: "", address: "c@example.org" }],
      messageId: "<1@example.org>",
      html: null,
      warnings: [],
    },
  });
});

it("shows no picture that is none by its bytes: it stays a file", async () => {
  const part = 'Content-Type: image/png; name=a.png\nContent-ID: <a>\n\n<svg xmlns="http://www.w3.org/2000/svg"/>';
  const entry = await read(
    `From: a@b.c\nContent-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<p>Hi<img src="cid:a"></p>\n--x\n${part}\n--x--\n`,
  );
  expect(entry).toMatchObject({ data: { html: "<p>Hi</p>" }, files: [{ name: "a.png" }] });
});

it("puts a message's own pictures into its HTML and keeps remote ones out", async () => {
  const entry = await readFixture("enmime-html-only-inline");
  expect(entry.data.html).toMatch(/<img [^>]*src="data:image\/png;base64,[^>]* width="\d+" height="\d+"/);
  expect(entry.files).toEqual([]);
  const remote = await read(
    "From: a@b.c\nDate: Tue, 3 Mar 2026 10:00:00 +0100\nSubject: x\nContent-Type: text/html\n\n<p>Hi<img src=http://t.example/p><script>x</script>",
  );
  expect(remote).toMatchObject({ body: "Hi", data: { html: expect.stringMatching(/^<p>Hi\s*<\/p>$/) } });
  const said = (entry: unknown) => (entry as { data: z.infer<typeof MailData> }).data.warnings[0];
  expect(said(remote)).toContain("One picture from another site is not shown");
  const two = await read(
    "From: a@b.c\nContent-Type: text/html\n\n<p>Hi<img src=http://t.example/p><img src=http://t.example/q>",
  );
  expect(said(two)).toContain("2 pictures from other sites are not shown");
});

it.each([
  ["rspamd-phish_sender3", "What follows its headers", /sadsad/],
  ["enmime-erroneous", "The message has no headers; all of it was read as its text", /Not an RFC-822 Document/],
  ["enmime-unk-charset-part", 'The character set "fakescii" is not known', /./],
  ["stalwart-malformed-001", "", /./],
])("reads %s as far as it can be read, and says what was odd", async (name, warning, text) => {
  const entry = await readFixture(name);
  expect(entry.body).toMatch(text);
  expect(entry.data.warnings.join(". ").toLowerCase()).toContain(warning.toLowerCase());
  expect(entry.data.warnings.length).toBeGreaterThan(0);
});

it("refuses what is no mail, and reads the rest whatever it holds", async () => {
  expect(await read("")).toEqual({ refused: { entry: "file.eml", message: "The message is empty" } });
  expect(await read(Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"))).toMatchObject({
    refused: { message: "This is not a mail but a binary file" },
  });
  const deep = `From: a@b.c\n${Array.from({ length: 400 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}`).join("\n")}\n\nend`;
  expect(await read(deep)).toHaveProperty("body");
  expect(await read(`From: a@b.c\nSubject: ${"x".repeat(3 * 1024 * 1024)}\n\nbody`)).toHaveProperty("body");
});

it.each([3, 900, 1_000_000])(
  "holds no message that is too large, and keeps its neighbours (chunks of %d)",
  async (size) => {
    const from = (hour: number) => `From a@b.c Tue Mar  3 ${hour}:00:00 2026\nSubject: ${hour}\n\n`;
    const bytes = Buffer.from(`${from(10)}one\n\n${from(11)}${"x".repeat(5_000)}\n\n${from(12)}three\n`);
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const messages: (string | null)[] = [];
    for await (const message of splitMbox(chunks(), 2_000)) messages.push(message && String(message));
    expect(messages).toEqual(["Subject: 10\n\none\n\n", null, "Subject: 12\n\nthree\n"]);
  },
);

it("gives names of attachments no path and no tricks", async () => {
  const entry = await read(
    'From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html; name="../../etc/pass\u202ewd.html"\nContent-Disposition: attachment; filename="../../etc/passwd"\n\n<script>\n--x--\n',
  );
  expect((entry as { files: { name: string }[] }).files.map(({ name }) => name)).toEqual(["passwd"]);
});

it.each([1, 7, 600, 100_000])(
  "separates the messages of an mbox file at their separators alone, in chunks of %d bytes",
  async (size) => {
    const file =
      "From a@b.c Tue Mar  3 10:00:00 2026\nSubject: 1\n\nFrom here on\n\n>From quoted\n\nFrom b@c.d Tue Mar  3 11:00:00 2026\nSubject: 2\n\nend\n";
    const long = `From x@y.z Tue Mar  3 12:00:00 2026\nSubject: 3\n\n${"line\n".repeat(1000)}`;
    const messages: string[] = [];
    async function* chunks() {
      const bytes = Buffer.from(`${file}\n${long}`);
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    for await (const message of splitMbox(chunks(), 10_000)) messages.push(String(message));
    expect(messages).toEqual([
      "Subject: 1\n\nFrom here on\n\n>From quoted\n\n",
      "Subject: 2\n\nend\n\n",
      `Subject: 3\n\n${"line\n".repeat(1000)}`,
    ]);
    const { value } = parseMail({ value: { mbox: true }, blobs: [Buffer.from(messages[0]!)] });
    expect(value.text).toBe("From here on\n\nFrom quoted");
  },
);
