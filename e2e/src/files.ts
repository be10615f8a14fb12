import AdmZip from "adm-zip";

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A browser's bookmarks export with `count` links, of which `refused` carry an address that no card may have. */
export function bookmarksFile(count: number, refused = 0): TestFile {
  const links = Array.from({ length: count }, (_, n) => {
    const href = n < refused ? `javascript:alert(${n})` : `https://site-${n}.example/pages/${n}`;
    return `<DT><A HREF="${href}" ADD_DATE="${1_600_000_000 + n}" TAGS="imported">Reading number ${n}</A>`;
  });
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n<DT><H3>Shelf</H3>\n<DL><p>\n${links.join("\n")}\n</DL><p>\n</DL><p>\n`;
  return { name: "bookmarks.html", mimeType: "text/html", buffer: Buffer.from(text) };
}

/** A mail with an HTML part that tries to run a script and to load a picture from outside. */
export const mailFile = (): TestFile => ({
  name: "quote.eml",
  mimeType: "message/rfc822",
  buffer: Buffer.from(
    [
      "From: Lena Brandt <lena@brandt.example>",
      "To: Ines Halvorsen <ines@example.com>",
      "Subject: Revised quote for the worktop",
      "Date: Thu, 19 Nov 2026 09:12:00 +0100",
      "Message-ID: <quote-2@brandt.example>",
      "MIME-Version: 1.0",
      'Content-Type: text/html; charset="utf-8"',
      "",
      '<p>The worktop is <b>now included</b>.</p><script>window.top.pwned = true</script><img src="https://tracker.example/pixel.gif">',
    ].join("\r\n"),
  ),
});

/** A mailbox of mails with a text file each, "minutes-1.txt" and so on. */
export const mailbox = (contents: readonly Buffer[]): string =>
  contents
    .map((content, at) =>
      [
        `From ada@example.com Tue Mar  3 1${at}:00:00 2026`,
        "From: Ada <ada@example.com>",
        `Subject: Minutes of year ${at + 1}`,
        `Date: Tue, 03 Mar 2026 1${at}:00:00 +0000`,
        `Message-ID: <minutes-${at + 1}@example.com>`,
        "MIME-Version: 1.0",
        'Content-Type: multipart/mixed; boundary="parts"',
        "",
        "--parts",
        "Content-Type: text/plain",
        "",
        "See the file.",
        "--parts",
        `Content-Type: text/plain; name="minutes-${at + 1}.txt"`,
        `Content-Disposition: attachment; filename="minutes-${at + 1}.txt"`,
        "Content-Transfer-Encoding: base64",
        "",
        content.toString("base64").replaceAll(/.{76}/g, "$&\n"),
        "--parts--",
        "",
        "",
      ].join("\n"),
    )
    .join("\n");

/** A mail with a file whose name is not of ASCII. */
export const mailWithFile = (name: string, content: Buffer): TestFile => ({
  name: "plan.eml",
  mimeType: "message/rfc822",
  buffer: Buffer.from(
    [
      "From: Lena Brandt <lena@brandt.example>",
      "To: Ines Halvorsen <ines@example.com>",
      "Subject: Plan of the kitchen",
      "Date: Fri, 20 Nov 2026 09:12:00 +0100",
      "Message-ID: <plan-1@brandt.example>",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="part"',
      "",
      "--part",
      'Content-Type: text/plain; charset="utf-8"',
      "",
      "The plan is with this mail.",
      "--part",
      "Content-Type: application/pdf",
      `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      "Content-Transfer-Encoding: base64",
      "",
      content.toString("base64"),
      "--part--",
      "",
    ].join("\r\n"),
  ),
});

/** A vault of two notes that know each other, and a picture that one of them shows. */
export function vaultFile(picture: Buffer): TestFile {
  const zip = new AdmZip();
  const files = {
    "Vault/Garden.md": "---\ntags: [home]\n---\nFirst see [[Tools|what we need]].\n\n![[plan.png]]",
    "Vault/Lists/Tools.md": "# Tools\n\n- [ ] a spade for the [[Garden]]",
    "Vault/plan.png": picture,
  };
  for (const [name, content] of Object.entries(files)) zip.addFile(name, Buffer.from(content as string));
  return { name: "vault.zip", mimeType: "application/zip", buffer: zip.toBuffer() };
}
