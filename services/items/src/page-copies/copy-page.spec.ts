import { parseHTML } from "linkedom";
import { type CopyPart, copyPage } from "./copy-page.ts";

const URL_OF_PAGE = "https://example.org/deep/page";
const PIXEL = Buffer.from("pixels of a picture");
const picture = (address: string): [CopyPart, Buffer] => [
  { kind: "picture", address, url: address, contentType: "image/webp" },
  PIXEL,
];
const sheet = (address: string, css: string, url = address): [CopyPart, Buffer] => [
  { kind: "sheet", address, url, contentType: "text/css" },
  Buffer.from(css),
];

async function copy(html: string, parts: [CopyPart, Buffer][] = [], maxBytes = 1_000_000) {
  const { value, blobs } = await copyPage({
    value: { url: URL_OF_PAGE, contentType: "text/html; charset=utf-8", maxBytes, parts: parts.map(([part]) => part) },
    blobs: [Buffer.from(html), ...parts.map(([, content]) => content)],
  });
  return { ...value, html: Buffer.from(blobs[0]!).toString() };
}
const page = (body: string, head = "") => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

/** Whatever could run, load, send or lead the frame elsewhere. */
function dangersOf(html: string): string[] {
  const { document } = parseHTML(html);
  const found: string[] = [];
  const bad = "script, iframe, frame, object, embed, form, input, base, link, foreignobject, animate, set, handler";
  for (const element of document.querySelectorAll(bad)) found.push(element.localName);
  for (const element of document.querySelectorAll("meta[http-equiv]"))
    if (element.getAttribute("http-equiv") !== "content-security-policy") found.push("http-equiv");
  for (const element of document.querySelectorAll("*"))
    for (const { name, value } of [...element.attributes]) {
      if (/^on|^style$|^srcdoc$|^formaction$|^srcset$|^ping$|^background$/i.test(name)) found.push(name);
      if (/^(href|src|xlink:href|action|data|poster)$/i.test(name) && !isHarmless(element.localName, value))
        found.push(`${element.localName} ${name}=${value}`);
    }
  for (const style of document.querySelectorAll("style"))
    for (const [, address] of (style.textContent ?? "").matchAll(/(?:url|src|image-set)\(\s*["']?([^"')]*)/gi))
      if (!/^(data:|#)/.test(address!)) found.push(`css ${address}`);
  if (/@import|@font-face/i.test(html)) found.push("css import");
  return found;
}
const isHarmless = (element: string, value: string) =>
  element === "a"
    ? /^(https?|mailto):/.test(value)
    : element === "use"
      ? value.startsWith("#")
      : /^data:(image\/|,)/.test(value);

it("is whole where a page leaves out what HTML lets it leave out", async () => {
  const { html } = await copy("<!doctype html><title>Hours</title><style>p { color: red }</style><p>Open <b>daily</b>");
  expect(html).toContain("<title>Hours</title>");
  expect(html).toContain("<p>Open <b>daily</b></p></body>");
  expect(html).toContain("<style>p { color: red }</style>");
});

it.each([
  ["scripts", "<script>alert(1)</script><script src=//evil.example/x.js></script><p>kept</p>"],
  ["handlers", `<p onclick="x()" ONERROR=x>kept</p><img src=x onerror=alert(1)><svg onload=alert(1)></svg>`],
  [
    "script addresses",
    `<a href="javascript:alert(1)">kept</a><a href=" &#106;avascript:x">a</a><a href="data:text/html,x">b</a>`,
  ],
  ["refresh and base", `<p>kept</p>`, `<meta http-equiv=refresh content="0;url=//evil"><base href="//evil.example/">`],
  [
    "scripts of pictures",
    `<svg><script>alert(1)</script><a xlink:href="javascript:x"><animate attributeName=href values="javascript:x"/>
     </a><use href="//evil.example/x.svg#a"/><foreignObject><iframe src=x></iframe></foreignObject></svg><p>kept</p>`,
  ],
  ["frames", `<iframe srcdoc="<script>x</script>"></iframe><object data=x></object><embed src=x><p>kept</p>`],
  ["forms", `<form action="//evil"><input name=a><button formaction="//evil">kept</button></form>`],
  [
    "addresses in styles",
    `<p style="background:url(http://169.254.169.254/)">kept</p><div style="--a:url('//evil/x');list-style:url(x)">`,
    `<style>@import "http://10.0.0.1/a.css"; @import url(http://[::1]/b.css) screen;
     a{background:u\\72l(http://10.0.0.1/x.png)} b{background:image-set("http://10.0.0.1/y" 1x, url(z) 2x)}
     @font-face{font-family:x;src:url(http://10.0.0.1/f.woff2)} i{background:url(http://10.0.0.1/ bad)}</style>`,
  ],
  [
    "the end of a style",
    `<p style="color:red}body{background:url(//evil)}">kept</p>`,
    `<style>a{content:"<\\/style><script>alert(1)<\\/script>"}</style><style>a{b:"</sty"}</style>`,
  ],
  ["comments that hide", `<!--><img src=x onerror=alert(1)>--><p>kept</p><!--[if IE]><script>x</script><![endif]-->`],
  [
    "what parsers read differently",
    `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>
     <math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></math><p>kept</p>`,
  ],
])("leaves out %s", async (_, body, head = "") => {
  const { html } = await copy(page(body, head), [picture("https://example.org/deep/x")]);
  expect(dangersOf(html)).toEqual([]);
  expect(html).toContain("kept");
  expect(html).toContain(
    `<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
  );
});

it("asks for what the page shows, relative to its base, and puts it in its place", async () => {
  const html = page(
    `<img src="a.png" alt="A"><p style="background:url('b.png')">Words</p>`,
    `<title>A &amp; B</title><base href="/other/"><link rel=stylesheet href="main.css" media="screen">`,
  );
  const first = await copy(html);
  expect(first).toMatchObject({
    sheets: ["https://example.org/other/main.css"],
    pictures: ["https://example.org/other/a.png", "https://example.org/other/b.png"],
  });
  const main = sheet(
    first.sheets[0]!,
    `@import "more.css" print; p{background:url(c.png)}`,
    "https://cdn.example/x/m.css",
  );
  const second = await copy(html, [main]);
  expect(second.sheets).toEqual(["https://cdn.example/x/more.css"]);
  expect(second.pictures).toContain("https://cdn.example/x/c.png");
  const parts = [main, sheet(second.sheets[0]!, "b{color:red}"), ...second.pictures.map(picture)];
  const whole = await copy(html, parts);
  expect(whole).toMatchObject({ sheets: [], pictures: [], picturesLeftOut: 0 });
  const data = `data:image/webp;base64,${PIXEL.toString("base64")}`;
  expect(whole.html).toContain(`<img alt="A" src="${data}" />`);
  expect(whole.html).toContain(`<style media="screen">@media print {b{color:red}}`);
  expect(whole.html).toContain(`p{background:url("${data}")}`);
  expect(whole.html).toContain(`[data-kept-style="0"]:not(#\\_#\\_#\\_){background:url("${data}")}`);
  expect(whole.html).toContain("<title>A &amp; B</title>");
});

it("keeps links that lead to the web, pictures of the page itself, and drawings", async () => {
  const dot = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
  const { html } = await copy(
    page(`<a href="../x">x</a><img src="${dot}"><svg viewBox="0 0 1 1"><path d="M0 0"/><use href="#a"/></svg>`),
  );
  expect(html).toContain(`<a href="https://example.org/x" target="_blank" rel="noopener noreferrer">x</a>`);
  expect(html).toContain(`<img src="${dot}" />`);
  expect(html).toMatch(/<svg viewbox="0 0 1 1"><path d="M0 0"><\/path><use href="#a"><\/use><\/svg>/);
});

it("leaves out the largest pictures when it would be too large, and refuses a page that is so without any", async () => {
  const [small, large] = ["https://example.org/s.png", "https://example.org/l.png"];
  const big: [CopyPart, Buffer] = [picture(large)[0], Buffer.alloc(9000, 1)];
  const html = page(`<img src="${large}"><img src="${small}"><img src="${small}">`);
  const copied = await copy(html, [big, picture(small)], 6000);
  expect(copied).toMatchObject({ picturesLeftOut: 1 });
  expect(copied.html.split(PIXEL.toString("base64"))).toHaveLength(3);
  expect(Buffer.byteLength(copied.html)).toBeLessThan(6000);
  await expect(copy(html, [], 100)).rejects.toThrow("The page is too large to be kept as it was");
});

it("ends with style sheets that import themselves and each other", async () => {
  const [a, b] = ["https://example.org/a.css", "https://example.org/b.css"];
  const many = (address: string) => `@import "${address}";`.repeat(40);
  const { html } = await copy(page("", `<link rel=stylesheet href="${a}">`), [
    sheet(a, `${many(b)} a{color:red}`),
    sheet(b, `${many(a)} b{color:red}`),
  ]);
  expect(html.length).toBeLessThan(20_000);
});
