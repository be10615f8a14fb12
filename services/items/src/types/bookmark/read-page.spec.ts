import { readPage } from "./read-page.ts";

const read = async (
  head: string,
  body = "<article><p>Words of the page.</p></article>",
  contentType = "text/html; charset=utf-8",
) =>
  (
    await readPage({
      value: { url: "https://example.org/page", contentType },
      blobs: [Buffer.from(`<html><head>${head}</head><body>${body}</body></html>`)],
    })
  ).value;
const headline = (text: string) =>
  `<script type="application/ld+json">${JSON.stringify({ "@type": "Article", headline: text, name: "Hermitian matrix" })}</script>`;

it.each([
  [
    "the page's title",
    `<title>Hermitian matrix - Wikipedia</title>${headline("matrix equal to its conjugate-transpose")}`,
    /^Hermitian matrix/,
  ],
  [
    "its title for sharing",
    `<meta property="og:title" content="Time loops">${headline("Wikimedia list article")}`,
    /^Time loops$/,
  ],
  ["its headline where there is no title", headline("The only words"), /^The only words$/],
])("takes %s", async (_, head, title) => {
  expect((await read(head)).title).toMatch(title);
});

it("gives back sanitised HTML and counts its words", async () => {
  const page = await read(
    "<title>T</title>",
    `<article><p onclick="x()">${"four words are here. ".repeat(20)}</p><script>x</script></article>`,
  );
  expect(page.html).not.toMatch(/script|onclick/);
  expect(page.wordCount).toBe(80);
});

it("refuses a page that is too complex before it is parsed", async () => {
  await expect(read("", "<div>".repeat(1000))).rejects.toThrow("Its elements are nested more than 512 deep");
});
