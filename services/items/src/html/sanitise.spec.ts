import { readFileSync } from "node:fs";
import { parseHTML } from "linkedom";
import { sanitiseMail, sanitisePage, withPictures } from "./sanitise.ts";
import { textOf } from "./text-of.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
const payloads = [
  ...(JSON.parse(fixture("dompurify-expect.json")) as { payload: string }[]).map(({ payload }) => payload),
  ...fixture("xss-polyglots.txt").split("\n").filter(Boolean),
];

/** What runs or fetches: looked for in the tree that a parser makes of the output, not in its text. */
function dangers(html: string): string[] {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  return [...document.querySelectorAll("body *")].flatMap((element) => [
    ...(/^(script|style|iframe|object|embed|form|input|button|svg|math|link|meta|base|template|video|audio|noscript)$/i.test(
      element.tagName,
    )
      ? [element.tagName]
      : []),
    ...[...element.attributes]
      .filter(
        ({ name, value }) =>
          /^on|^style$|^srcdoc$|^formaction$|^srcset$/i.test(name) ||
          /^\s*(javascript|vbscript|data:text)/i.test(value),
      )
      .map(({ name, value }) => `${element.tagName}[${name}=${value}]`),
  ]);
}

it.each([
  ["pages", (html: string) => withPictures(sanitisePage(html).html, () => null)],
  ["mails", (html: string) => sanitiseMail(html, new Map()).html],
])("leaves nothing in %s that runs", (_, sanitise) => {
  expect(payloads.length).toBeGreaterThan(140);
  for (const payload of payloads) {
    const clean = sanitise(payload);
    expect({ payload, dangers: dangers(clean) }).toEqual({ payload, dangers: [] });
    expect(sanitise(clean)).toBe(clean);
  }
});

it("opens links elsewhere, and keeps none that is not of the web or mail", () => {
  expect(
    sanitisePage('<a href="https://example.org/?a=1&amp;b" onclick="x()">x</a><a href="javascript:x">y</a>').html,
  ).toBe('<a href="https://example.org/?a=1&amp;b" target="_blank" rel="noopener noreferrer nofollow">x</a><a>y</a>');
});

it("shows a mail's own pictures and no remote one, which would tell the sender", () => {
  const inline = new Map([["logo@x", { src: "data:image/png;base64,AAAA", width: 8, height: 4 }]]);
  const { html, blockedImages } = sanitiseMail(
    '<img src="cid:logo@x" alt="Logo"><img src="https://track.example/p.gif"><img src="//t.example/x.png" alt="chart">',
    inline,
  );
  expect(html).toBe('<img alt="Logo" src="data:image/png;base64,AAAA" width="8" height="4" /><img alt="chart" />');
  expect(blockedImages).toBe(2);
  expect(sanitiseMail('<img src="data:image/svg+xml;base64,PHN2Zz4=">', new Map()).html).toBe("");
});

it("loads no picture of a page, and names the address of each in its place", () => {
  const { html, pictures } = sanitisePage(
    `<p>a<img src="https://e.org/1.png" srcset="x 2x" onerror="x()" data-picture="9" alt='b > "c"'><img src="data:image/png;base64,AA"><img src="//e.org/2.png"></p>`,
  );
  expect(pictures).toEqual(["https://e.org/1.png"]);
  expect(html).toBe('<p>a<img alt="b &gt; &quot;c&quot;" data-picture="0" /></p>');
  expect(withPictures(html, (place) => `data-picture="p${place}"`)).toBe(
    '<p>a<img data-picture="p0" alt="b &gt; &quot;c&quot;" /></p>',
  );
  expect(withPictures(html, () => null)).toBe("<p>a</p>");
});

it("reads the text out of HTML", () => {
  const html = sanitisePage(
    "<p title='a > b'>One &amp; two</p><ul><li>a</li><li>b &lt; c</li></ul><style>x</style><div>end</div>",
  ).html;
  expect(textOf(html)).toBe("One & two\na\nb < c\nend");
});
