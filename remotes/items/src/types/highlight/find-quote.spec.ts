import { BLOCK_END, compared, findQuote, type Quote, quoteAt } from "./find-quote.ts";

const find = (text: string, quote: Partial<Quote>) => {
  const place = findQuote(compared(text), { exact: "", prefix: "", suffix: "", ...quote });
  return place && text.slice(place.start, place.end);
};
const startOf = (text: string, quote: Partial<Quote>) =>
  findQuote(compared(text), { exact: "", prefix: "", suffix: "", ...quote })?.start;
const filler = "A queue keeps what came first in front. ";

describe("finding a quote", () => {
  it.each([
    ["where it stood", "one two three", { exact: "two", prefix: "one ", suffix: " three" }, "two"],
    ["at the beginning of the text", "one two", { exact: "one", prefix: "", suffix: " two" }, "one"],
    ["at its end", "one two", { exact: "two", prefix: "one ", suffix: "" }, "two"],
    ["as the whole text", "one", { exact: "one" }, "one"],
    ["over other spaces and line ends", "one\n\t two\u00A0three", { exact: "one two three" }, "one\n\t two\u00A0three"],
    ["over two blocks that met without a space", "end.Next", { exact: "end.\nNext" }, "end.Next"],
    [
      "with soft hyphens and signs of no width",
      "pa\u00ADra\u200Bgraph",
      { exact: "paragraph" },
      "pa\u00ADra\u200Bgraph",
    ],
    ["of letters beyond the first plane", "an 🦉 sits", { exact: "🦉", prefix: "an ", suffix: " sits" }, "🦉"],
  ])("%s", (_, text, quote, found) => {
    expect(find(text, quote)).toBe(found);
  });

  it("takes it wherever the text around it moved to", () => {
    const quote = { exact: "keep order", prefix: "Queues ", suffix: " always." };
    expect(startOf(`${filler.repeat(20)}Queues keep order always.`, { ...quote, start: 7 })).toBe(
      20 * filler.length + 7,
    );
  });

  it("of several places takes the one with the most of its surroundings, wherever it stood before", () => {
    const text = "red car here. blue car there. red car there.";
    const quote = { exact: "car", prefix: "red ", suffix: " there." };
    expect(startOf(text, { ...quote, start: 4 })).toBe(text.lastIndexOf("car"));
    expect(startOf(text, { exact: "car", prefix: "blue ", suffix: " there." })).toBe(text.indexOf("car", 6));
  });

  it("of equally likely places takes the nearest to where it stood, else the first", () => {
    const text = filler.repeat(9);
    const quote = { exact: "came first", prefix: "keeps what ", suffix: " in front" };
    expect(startOf(text, { ...quote, start: 4 * filler.length })).toBe(4 * filler.length + 19);
    expect(startOf(text, quote)).toBe(19);
  });

  it("finds it by one side alone when the other was changed", () => {
    expect(find("now the cat sat on the mat", { exact: "cat", prefix: "once the ", suffix: " sat on the mat" })).toBe(
      "cat",
    );
    expect(find("here it is: the cat ran off", { exact: "cat", prefix: "it is: the ", suffix: " sat down" })).toBe(
      "cat",
    );
  });

  it("does not take a word that is only the same word", () => {
    expect(
      find("a cat is an animal", { exact: "cat", prefix: "yesterday the ", suffix: " sat on the mat" }),
    ).toBeNull();
  });

  it("takes a long quote whatever stands around it now", () => {
    const exact = "A sentence so long that nobody writes it a second time.";
    expect(find(`New. ${exact} New.`, { exact, prefix: "Once upon ", suffix: " a time" })).toBe(exact);
  });

  it.each([
    ["words that were changed", "one 2 three", { exact: "two", prefix: "one ", suffix: " three" }],
    ["a quote of nothing", "one", { exact: " \n" }],
    ["an empty text", "", { exact: "one" }],
    ["other letters of the same sound", "Two", { exact: "two" }],
  ])("does not find %s", (_, text, quote) => {
    expect(find(text, quote)).toBeNull();
  });

  it("is quick in the longest text, with the shortest quote", () => {
    const text = compared("a ".repeat(1_000_000));
    const began = performance.now();
    expect(
      findQuote(text, { exact: "a", prefix: "a ".repeat(32), suffix: " a".repeat(32), start: 500 }),
    ).not.toBeNull();
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("quoting", () => {
  it("keeps what stands on both sides, and where", () => {
    const text = `Before this, ${filler}After that.`;
    const start = text.indexOf("queue");
    expect(quoteAt(text, { start, end: start + 5 })).toEqual({
      ...{ exact: "queue", prefix: "Before this, A ", suffix: " keeps what came first in front. After that.", start },
      end: start + 5,
    });
  });

  it("makes lines of blocks and single spaces of the rest, and leaves out what surrounds the words", () => {
    const text = `x \n${BLOCK_END}  one\n two ${BLOCK_END}\n${BLOCK_END} three \u00ADy`;
    expect(quoteAt(text, { start: 1, end: text.indexOf("y") })).toMatchObject({ exact: "one two\nthree" });
  });

  it("quotes nothing where there are no letters", () => {
    expect(quoteAt(`a ${BLOCK_END} b`, { start: 1, end: 4 })).toBeNull();
    expect(quoteAt("ab", { start: 1, end: 1 })).toBeNull();
  });

  it("keeps no more than 64 characters of each side, and no half of a letter", () => {
    const text = `🦉${"x".repeat(63)}word${"y".repeat(63)}🦉`;
    const quote = quoteAt(text, { start: 65, end: 69 });
    expect([quote!.prefix, quote!.suffix]).toEqual([`\uFFFD${"x".repeat(63)}`, `${"y".repeat(63)}\uFFFD`]);
  });

  it("is found again at its place, for every part of a text", () => {
    const text = "The cat sat. The cat ran. The cat sat and the cat ran away.";
    for (let start = 0; start < text.length; start += 1)
      for (let end = start + 1; end <= text.length; end += 1) {
        const quote = quoteAt(text, { start, end });
        if (quote) expect(findQuote(compared(text), quote)).toEqual({ start: quote.start, end: quote.end });
      }
  });
});
