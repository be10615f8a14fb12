import { type CopyPart, copyPage } from "./copy-page.ts";
import { revivedCopy } from "./revive-copy.ts";

const PIXEL = Buffer.from("pixels of a picture");

/** A copy as a fetch makes it. */
async function copy(body: string, head = "", parts: [CopyPart, Buffer][] = []): Promise<string> {
  const page = `<!doctype html><html lang=de class="a b"><head>${head}</head><body style="color:red">${body}</body></html>`;
  const url = "https://example.org/deep/page";
  const { blobs } = await copyPage({
    value: { url, contentType: "text/html; charset=utf-8", maxBytes: 1_000_000, parts: parts.map(([part]) => part) },
    blobs: [Buffer.from(page), ...parts.map(([, content]) => content)],
  });
  return Buffer.from(blobs[0]!).toString();
}
const revived = (html: string) => revivedCopy(Buffer.from(html))?.toString() ?? null;

it.each([
  [
    "words",
    `<p title='a "b" & c'>1 &lt; 2 &amp; “three”&nbsp;</p><br><hr><details open><summary>x</summary></details>`,
  ],
  ["links", `<a rel="me" target="_top" id=x href="/a?b=1&amp;c#d">x</a><a href="#x">y</a><a href="mailto:a@b.c">z</a>`],
  ["styles of elements", `<p style="background:url(a.png)">x</p><b style='font:"A;B"'>y</b><i style="}x{">z</i>`],
  ["pictures", `<img src="a.png" alt="A > B"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src=none.png>`],
  ["drawings", `<svg viewBox="0 0 1 1"><defs><path id=a d="M0 0"/></defs><use href="#a"/><text>T</text></svg>`],
  ["tables and forms", `<table><tr><td colspan=2>x<td>y</table><button disabled>z</button><label>l<input></label>`],
  ["what is badly nested", `<b><p>x</b>y</p><ul><li>1<li>2</ul><a href=x><div>1</a></div></section>`],
])("brings back %s as they were kept, byte for byte", async (_, body) => {
  const main = `@import "none.css"; @media print { a::after { content: "</style>\\"; background: url( a.png ) } } /* c */`;
  const part = (kind: CopyPart["kind"], address: string, contentType: string): CopyPart => ({
    ...{
      kind,
      address: `https://example.org/deep/${address}`,
      url: `https://example.org/deep/${address}`,
      contentType,
    },
  });
  const kept = await copy(
    body,
    `<title>A &amp; <b>B</b></title><link rel=stylesheet media="screen and (min-width:1px)" href="m.css"><style>p>a{b:c}`,
    [
      [part("sheet", "m.css", "text/css"), Buffer.from(main)],
      [part("picture", "a.png", "image/webp"), PIXEL],
    ],
  );
  expect(revived(kept)).toBe(kept);
});

it("takes what could run, load or send out of a copy that somebody changed", async () => {
  const kept = await copy("<p>kept</p>", "<style>p{color:red}</style>");
  const changed = kept
    .replace(
      "<p>kept</p>",
      `<p onclick=x style="x:y">kept</p><img src="//evil/x"><script>x</script><form><input></form>`,
    )
    .replace("p{color:red}", `p{background:url(//evil/y)}@import "//evil/z";`);
  expect(changed).not.toBe(kept);
  const clean = revived(changed)!;
  expect(clean).toContain("<p>kept</p>");
  expect(clean).not.toMatch(/evil|script|onclick|x:y|<form|<input/);
});

it.each([
  ["no document at all", () => "<script>alert(1)</script>"],
  ["a policy of its own", (kept: string) => kept.replace("default-src 'none'", "default-src *")],
  [
    "a refresh in its head",
    (kept: string) => kept.replace("<title>", `<meta http-equiv=refresh content="0;//x"><title>`),
  ],
  ["a handler outside", (kept: string) => kept.replace("<body", `<body onload="x"`)],
  ["something behind its end", (kept: string) => `${kept}<script>x</script>`],
  ["a script beside its styles", (kept: string) => kept.replace("</head>", "<script>x</script></head>")],
  ["elements without end", (kept: string) => kept.replace(">kept<", `>${"<div>".repeat(600)}<`)],
])("is none with %s", async (_, change) => {
  expect(revived(change(await copy("<p>kept</p>")))).toBeNull();
});
