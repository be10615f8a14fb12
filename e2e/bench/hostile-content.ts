/** Content that makes parsers take time or memory out of all proportion, made by code: a name and the bytes. */
export type HostileContent = Record<string, () => Buffer>;

const times = (text: string, count: number) => Buffer.alloc(text.length * count, text, "latin1");
const numbered = (count: number, line: (at: number) => string) =>
  Buffer.from(Array.from({ length: count }, (_, at) => line(at)).join(""));
const page = (...body: Buffer[]) =>
  Buffer.concat([Buffer.from("<!doctype html><html><head><title>T</title></head><body>"), ...body]);

export const PAGES: HostileContent = {
  "500 tables within each other": () => page(times("<table><tr><td>", 500)),
  "1,000 divs within each other": () => page(times("<div>", 1000)),
  "100,000 divs within each other": () => page(times("<div>", 100_000)),
  "20,000 tables within each other": () => page(times("<table><tr><td>", 20_000)),
  "nesting hidden by other ends": () => page(times("<div></b></i>", 50_000)),
  "200,000 attributes of one element": () =>
    page(
      Buffer.from("<p "),
      numbered(200_000, (at) => `a${at}=1 `),
      Buffer.from(">"),
    ),
  "40,000 pictures": () => page(times("<img>", 40_000)),
  "20,000 pairs of divs": () => page(times("<div><div>x</div></div>", 10_000)),
  "20,000 headings": () => page(times("<h2>x</h2>", 20_000)),
  "30,000 meta elements": () => page(times("<meta>", 30_000)),
  "20,000 flat tables": () => page(times("<table><td>x</table>", 10_000)),
  "50,000 paragraphs": () => page(times("<p>x", 50_000)),
  "500,000 entities": () => page(times("&amp;", 500_000)),
  "3 MB of words": () => page(times("word ", 600_000)),
};

const MAIL = "From: a@example.org\nDate: Fri, 19 May 2000 21:55:02 -0400\nSubject: Hostile\nMIME-Version: 1.0\n";
const mail = (headers: string, ...body: Buffer[]) => Buffer.concat([Buffer.from(`${MAIL}${headers}\n\n`), ...body]);
const MB = 1_000_000;

export const MAILS: HostileContent = {
  "200,000 divs within each other": () => mail("Content-Type: text/html", times("<div>", 200_000)),
  "a million divs with their ends": () => mail("Content-Type: text/html", times("<div>", MB), times("</div>", MB)),
  "8 MB of paragraphs": () => mail("Content-Type: text/html", times("<p>x</p>", MB)),
  "10 MB of entities": () => mail("Content-Type: text/html", times("&amp;", 2 * MB)),
  "6 MB of quoted-printable": () =>
    mail("Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable", times("=3D=\n", 1_200_000)),
  "500,000 headers": () => Buffer.concat([Buffer.from(MAIL), times("X-A: b\n", 500_000), Buffer.from("\nx")]),
  "a header of 30 MB": () => Buffer.concat([Buffer.from(`${MAIL}X-A: `), times("x\n ", 10 * MB), Buffer.from("\n\nx")]),
  "100,000 parts": () => mail("Content-Type: multipart/mixed; boundary=b", times("--b\n\nx\n", 100_000)),
  "5,000 messages within each other": () =>
    Buffer.concat([times("Content-Type: message/rfc822\n\n", 5000), mail("", Buffer.from("x"))]),
  "5,000 multiparts within each other": () =>
    Buffer.concat([
      Buffer.from(MAIL),
      numbered(5000, (at) => `Content-Type: multipart/mixed; boundary=b${at}.\n\n--b${at}.\n`),
    ]),
  "18 MB of flowed text": () => mail("Content-Type: text/plain; format=flowed", times("word \n", 3 * MB)),
  "60 MB of text": () => mail("Content-Type: text/plain", times("some words\n", 5.4 * MB)),
};

export const BOOKMARKS: HostileContent = {
  "100,000 folders within each other": () => times("<DL><p><DT><H3>", 100_000),
  "600,000 links that never end": () => times("<DT><A HREF=x:>", 600_000),
  "one tag of 20 MB": () => Buffer.concat([Buffer.from("<DL><p><DT><A "), times("a=1 ", 5 * MB)]),
};

const responseOf = (inner: string) =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol">${inner}</p:Response>`;
export const SAML_RESPONSES: HostileContent = {
  "90 kB of elements within each other": () => Buffer.from(responseOf(times("<a>", 30_000).toString())),
  "90 kB of elements": () => Buffer.from(responseOf(times("<a/>", 22_500).toString())),
};
