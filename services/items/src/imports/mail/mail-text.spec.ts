import { parseMail } from "./parse-mail.ts";

const read = (mail: string | Buffer) =>
  parseMail({ value: { mbox: false }, blobs: [Buffer.isBuffer(mail) ? mail : Buffer.from(mail, "latin1")] });
const HEAD = "From: a@example.org\nDate: Fri, 19 May 2000 21:55:02 -0400\nSubject: s\nMIME-Version: 1.0\n";
const multipart = (...parts: string[]) =>
  `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join("")}--b--\n`;

describe("texts of mails that are not quite as they should be", () => {
  it.each([
    [
      "a header that ends with a line of blanks",
      `${HEAD}Content-Type: text/plain\n \nThe header is not ended.\n`,
      "The header is not ended.",
      [],
    ],
    [
      "a multipart whose header ends with a line of blanks",
      `${HEAD}Content-Type: multipart/mixed;boundary="4D_==="\nX-Last: \n \n--4D_===\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVsbG8=\n--4D_===--\n`,
      "hello",
      [],
    ],
    [
      "a header that ends with a line of blanks before an indented text",
      `${HEAD}Content-Type: text/plain\n \nDear all,\n  good news.\n`,
      "Dear all,\n  good news.",
      [],
    ],
    [
      "a header that goes on behind a line of blanks",
      `${HEAD}X-Odd: \n \nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVsbG8=\n`,
      "hello",
      [],
    ],
    ["a type without a subtype", `${HEAD}Content-Type: text; charset=us-ascii\n\nHi,\nthere\n`, "Hi,\nthere", []],
    [
      "no line between header and text",
      `${HEAD}counter to RFC 2822, no separating newline here\nmore\n`,
      "counter to RFC 2822, no separating newline here\nmore",
      [],
    ],
    [
      "plain text that says it is base64",
      `${HEAD}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nThis is not base64, it's plain text. Really!\n`,
      "This is not base64, it's plain text. Really!",
      ["A part says that it is in base64 but is not; it was read as it stands"],
    ],
    [
      "a damaged line in the header",
      `From\n : <x@example.org>\n${HEAD}Content-Type: text/plain\n\nStill here\n`,
      "Still here",
      [],
    ],
    [
      "format=flowed",
      `${HEAD}Content-Type: text/plain; format=flowed\n\nOne \nline.\n Stuffed\n-- \nName\n`,
      "One line.\nStuffed\n-- \nName",
      [],
    ],
    [
      "format=flowed with DelSp",
      `${HEAD}Content-Type: text/plain; format=flowed; delsp=yes\n\nOne wo \nrd.\n`,
      "One word.",
      [],
    ],
    [
      "format=flowed with quotations",
      `${HEAD}Content-Type: text/plain; format=flowed\n\n> > Is \n>> it \n> yes, \n>indeed\n>\nGood \nnews.\n`,
      "> > Is \n>> it \n> yes, indeed\n>\nGood news.",
      [],
    ],
    [
      "base64 of which each piece was padded",
      `${HEAD}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nSGk=LCA=\ndGhlcmU=\n`,
      "Hi, there",
      [],
    ],
    [
      "parts after the end of their multipart",
      `${multipart("Content-Type: text/plain\n\nfirst")}--b\nContent-Type: text/plain\n\nsecond\n--b--\n`,
      "first\nsecond",
      [],
    ],
  ])("%s", (_, mail, text, warnings) => {
    const { value, blobs } = read(mail);
    expect([value.text, value.warnings, blobs]).toEqual([text, warnings, []]);
    expect(value.subject).toBe("s");
  });

  it("several senders", () => {
    const { from } = read(
      `From: <any@example.com>, =?ISO-8859-1?Q?Andr=E9?= <any2@example.com> \nSubject: x\n\nx`,
    ).value;
    expect(from).toEqual([
      { name: "", address: "any@example.com" },
      { name: "André", address: "any2@example.com" },
    ]);
  });

  it("an UTF-16 part, which holds NUL bytes early in the message", () => {
    const head = Buffer.from(`Subject: s\nContent-Type: text/plain; charset=utf-16le\n\n`);
    expect(read(Buffer.concat([head, Buffer.from("Grüße", "utf16le")])).value.text).toBe("Grüße");
  });
});

it.each([
  ["Mon, 1 Jan 2001 10:00:00", "2001-01-01T10:00:00.000Z"],
  ["Mon Jan  1 10:00:00 2001", "2001-01-01T10:00:00.000Z"],
  ["2001-01-01T10:00:00", "2001-01-01T10:00:00.000Z"],
  ["2001-01-01T10:00:00Z", "2001-01-01T10:00:00.000Z"],
  ["1 Jan 2001 10:00 CET", "2001-01-01T09:00:00.000Z"],
  ["1 Jan 2001 10:00 EST", "2001-01-01T15:00:00.000Z"],
  ["Mon, 1 Jan 2001 10:00:00 +0100 CET", "2001-01-01T09:00:00.000Z"],
  ["Mon, 1 Jan 2001 10.00.00 -0500 (EST)", "2001-01-01T15:00:00.000Z"],
  ["1 Jan 01 10:00:00 A", "2001-01-01T10:00:00.000Z"],
  ["some day", null],
])("reads the date %s, in UTC where no zone is said, wherever the server stands", (said, date) => {
  const before = process.env.TZ;
  process.env.TZ = "Asia/Tokyo";
  try {
    expect(read(`From: a@b.c\nDate: ${said}\n\nx`).value.date).toBe(date);
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});

it("names who it was sent to in secret, and what is not opened", () => {
  const warningsOf = (mail: string) => read(mail).value.warnings;
  expect(warningsOf(`Bcc: B <b@c.d>, e@f.g\n${HEAD}\nx`)).toEqual([
    "It was also sent, in secret (Bcc), to b@c.d, e@f.g",
  ]);
  expect(
    warningsOf(`${HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n\nx`),
  ).toEqual(["The message is encrypted with S/MIME: what it says is in its attachment"]);
  expect(warningsOf(`${HEAD}Content-Type: application/x-pkcs7-mime; smime-type=signed-data\n\nx`)).toEqual([
    "The message is packed together with its signature (S/MIME): what it says is in its attachment",
  ]);
  expect(warningsOf(multipart("Content-Type: application/pgp-encrypted\n\nVersion: 1"))).toEqual([
    "The message is encrypted with OpenPGP: what it says is in its attachment",
  ]);
});

it("takes the labels of a mailbox, but not of a mail that somebody sent", () => {
  const mail = Buffer.from(
    `X-Gmail-Labels: =?UTF-8?Q?Inbox,Unread,Category_Updates,Gr=C3=BC=C3=9Fe,Starred?=\nX-Keywords: "Work"\n${HEAD}\nx`,
  );
  const labels = (mbox: boolean) => parseMail({ value: { mbox }, blobs: [mail] }).value.labels;
  expect(labels(true)).toEqual(["Grüße", "Starred", "Work"]);
  expect(labels(false)).toEqual([]);
});

describe("pictures of the message", () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const picture = (name: string, id: string) =>
    `Content-Type: image/png; name=${name}\nContent-ID: <${id}>\nContent-Transfer-Encoding: base64\n\n${png}`;
  const html = (text: string) => `Content-Type: text/html\n\n${text}`;
  it.each([
    ["the HTML shows", '<img src="cid:a">', []],
    ["only a style names", '<p style="background:url(cid:a)">x</p>', ["a.png"]],
    ["are in HTML that is too complex", `<img src="cid:a">${"<div>".repeat(1000)}x`, ["a.png"]],
    ["two parts claim to be", '<img src="cid:b">', ["a.png", "c.png"], "b"],
  ])("are files where nothing shows them: those that %s", (_, text, files, id = "a") => {
    const parts = [
      html(text),
      picture("a.png", "a"),
      ...(id === "b" ? [picture("b.png", "b"), picture("c.png", "b")] : []),
    ];
    expect(read(multipart(...parts)).value.files.map(({ name }) => name)).toEqual(files);
  });
});

describe("attached messages", () => {
  const inner = "From: b@example.org\nSubject: The minutes\n\nInner text\n";
  it("stay files with their names, and out of the text", () => {
    const named = 'Content-Type: message/rfc822; name="minutes.eml"\nContent-Disposition: attachment\n\n';
    const { value, blobs } = read(
      multipart(
        "Content-Type: text/plain\n\nSee below",
        `Content-Type: message/rfc822\n\n${inner}`,
        `${named}${inner}`,
      ),
    );
    expect(value.text).toBe("See below");
    expect(value.files).toEqual([
      { name: "The minutes.eml", mediaType: "message/rfc822" },
      { name: "minutes.eml", mediaType: "message/rfc822" },
    ]);
    expect(blobs.map(String)).toEqual([inner, inner]);
  });

  it("say what a message says that says nothing itself", () => {
    expect(read(multipart(`Content-Type: message/rfc822\n\n${inner}`)).value.text).toBe("Inner text");
  });
});

describe("attachments are kept byte for byte", () => {
  const TEXT = "line one\r\nline two  \r\n\r\nGr\xfc\xdfe = \t\r\nno end";
  const quoted = TEXT.replaceAll("=", "=3D")
    .replaceAll("\xfc", "=FC")
    .replaceAll("\xdf", "=DF")
    // Blanks that a server put at the end of a line are not part of it.
    .replace("two  ", "two =20 \t")
    .replace("\t\r\nno", "=09\r\nno");
  it.each([
    ["7bit", "application/pgp-signature", TEXT.replaceAll(/[\xfc\xdf]/g, "u")],
    ["8bit", "text/x-diff", TEXT],
    ["binary", "application/octet-stream", TEXT],
    ["quoted-printable", "application/octet-stream", quoted],
    ["quoted-printable", "text/calendar; charset=iso-8859-1", quoted],
    ["base64", "text/calendar", Buffer.from(TEXT, "latin1").toString("base64").replaceAll(/.{20}/g, "$&\r\n")],
  ])("%s of %s", (encoding, type, body) => {
    const part = `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\n${body}`;
    const mail = `From: a@b.c\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${part}\r\n--b--\r\n`;
    const expected = encoding === "7bit" ? body : TEXT;
    expect(read(mail).blobs.map((blob) => Buffer.from(blob).toString("latin1"))).toEqual([expected]);
  });
});

it("keeps a text with the name of a file as a file too", () => {
  const { value, blobs } = read(
    multipart(
      "Content-Type: text/plain\n\nSee the notes",
      "Content-Type: text/plain\nContent-Disposition: inline; filename=notes.txt\n\nLine \r\nend",
    ),
  );
  expect([value.text, value.files, blobs.map(String)]).toEqual([
    "See the notes\nLine \nend",
    [{ name: "notes.txt", mediaType: "text/plain" }],
    ["Line \r\nend"],
  ]);
});

it("unpacks the files of a winmail.dat, which stays a file itself", () => {
  const attribute = (id: number, content: Buffer) => {
    const head = Buffer.alloc(9);
    head[0] = 2;
    head.writeUInt32LE(id, 1);
    head.writeUInt32LE(content.length, 5);
    return Buffer.concat([head, content, Buffer.alloc(2)]);
  };
  const tnef = Buffer.concat([
    Buffer.from("789f3e220100", "hex"),
    attribute(0x00069007, Buffer.from("e4040000", "hex")),
    attribute(0x00069002, Buffer.alloc(14)),
    attribute(0x00018010, Buffer.from("../\xdcber.bin\0", "latin1")),
    attribute(0x0006800f, Buffer.from([0, 1, 255])),
    attribute(0x00069002, Buffer.alloc(14)),
    attribute(0x0006800f, Buffer.from("cut")).subarray(0, -4),
  ]);
  const part = (type: string) =>
    `Content-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${tnef.toString("base64")}`;
  const { value, blobs } = read(
    multipart("Content-Type: text/plain\n\nHi", part("application/ms-tnef; name=winmail.dat")),
  );
  expect(value.files.map(({ name }) => name)).toEqual(["winmail.dat", "Über.bin"]);
  expect(blobs.map((blob) => Buffer.from(blob))).toEqual([tnef, Buffer.from([0, 1, 255])]);
  expect(read(multipart("Content-Type: application/ms-tnef\n\nnone")).value.files).toHaveLength(1);
});

describe("character sets", () => {
  it.each([
    ["cp437", "81 84 e1", "üäß"],
    ["cp850", "81 84 d5", "üäı"],
    ["cp949", "b0 a1 81 41", "가갂"],
    ["utf-7", "2b 41 50 77 2d", "ü"],
    ["utf-32le", "fc 00 00 00", "ü"],
    ["UTF-32", "00 00 fe ff 00 00 00 fc", "ü"],
    ["big5hkscs", "88 62 a7 41", "Ê̄你"],
    ["iso-2022-jp", "1b 24 42 24 22 1b 28 42", "あ"],
    ["koi8-r", "f0", "П"],
    ["us-ascii", "fc", "ü"],
  ])("reads %s", (charset, hex, text) => {
    const { value } = read(
      Buffer.concat([
        Buffer.from(`${HEAD}Content-Type: text/plain; charset=${charset}\n\n`),
        Buffer.from(hex.replaceAll(" ", ""), "hex"),
      ]),
    );
    expect([value.text, value.warnings]).toEqual([text, []]);
  });

  it.each(["iso-2022-kr", "hz-gb-2312", "johab", "fakescii"])("warns of %s, which is not read", (charset) => {
    expect(read(`${HEAD}Content-Type: text/plain; charset=${charset}\n\nx`).value.warnings).toEqual([
      `The character set "${charset}" is not known; signs may be wrong`,
    ]);
  });

  it("reads words of headers that end within a character", () => {
    const cut = (charset: string, bytes: Buffer, at: number) =>
      [bytes.subarray(0, at), bytes.subarray(at)]
        .map((piece) => `=?${charset}?B?${piece.toString("base64")}?=`)
        .join("\n ");
    const words = [cut("gb2312", Buffer.from("c4e3bac3cac0bde7", "hex"), 5), cut("UTF-8", Buffer.from("héllo"), 2)];
    expect(read(`From: a@b.c\nSubject: Re: ${words.join(" =?cp437?Q?=81?= ")} x\n\nx`).value.subject).toBe(
      "Re: 你好世界ühéllo x",
    );
  });

  it("reads names of files in them", () => {
    const part = "Content-Type: text/x-a\nContent-Disposition: attachment; filename*=gb2312''%C4%E3%BA%C3.txt\n\nx";
    expect(read(multipart(part)).value.files[0]!.name).toBe("你好.txt");
  });

  it("reads words of headers in them too", () => {
    expect(read("From: a@b.c\nSubject: =?cp437?Q?=81ber?= =?cp850?B?gQ==?=\n\nx").value.subject).toBe("überü");
  });
});

describe("bounds", () => {
  it("cuts texts before it reads them, and says so", () => {
    const { value } = read(`${HEAD}Content-Type: text/plain\n\n${"x".repeat(3_000_000)}`);
    expect(value.text).toHaveLength(500_000);
    expect(value.warnings).toEqual(["The text is longer than 500000 characters and was cut"]);
    // What would be left of it shows how far it was read.
    for (const [header, blank] of [
      ["Content-Type: text/plain", " "],
      ["Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable", "=20"],
      [`Content-Type: text/plain\nContent-Transfer-Encoding: base64`, null],
    ] as const) {
      const text = blank ? `${blank.repeat(2_500_000)}END` : btoa(`${" ".repeat(2_500_000)}END`);
      const { text: kept, warnings } = read(`${HEAD}${header}\n\n${text}`).value;
      expect([header, kept, warnings]).toEqual([header, "", ["The text is longer than 500000 characters and was cut"]]);
    }
  });

  it("keeps the text of HTML that is too complex to be shown", () => {
    const { value } = read(`${HEAD}Content-Type: text/html\n\n${"<div>".repeat(50_000)}Hello`);
    expect([value.text, value.html]).toEqual(["Hello", null]);
    expect(value.warnings).toEqual(["The HTML of the message is too complex to be shown; its text is kept"]);
  });

  it.each([
    ["parts", multipart(...Array.from({ length: 1500 }, () => "\n\nx")), /more than 1000 parts/],
    [
      "levels",
      `${HEAD}${Array.from({ length: 40 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}`).join("\n")}\n\nend`,
      /nested more than 30 deep/,
    ],
  ])("reads no more %s than any real message has", (_, mail, warning) => {
    expect(read(mail).value.warnings.join()).toMatch(warning);
  });
});
