/** Below this confidence (0–100) a word is rather a shadow or a leaf. */
const MIN_CONFIDENCE = 50;
/** Columns of Tesseract's table: a row is a word where `level` is 5. */
const [LEVEL, BLOCK, PARAGRAPH, LINE, LEFT, WIDTH, HEIGHT, CONFIDENCE, TEXT] = [0, 2, 3, 4, 6, 8, 9, 10, 11];
const WORD = "5";

/** The words of Tesseract's table that are sure enough, in lines, paragraphs apart. */
export function textOfTable(table: string): string {
  const lines: { paragraph: string; line: string; words: string[] }[] = [];
  for (const row of table.split("\n")) {
    const cells = row.split("\t");
    const word = cells[TEXT]?.trim() ?? "";
    if (cells[LEVEL] !== WORD || Number(cells[CONFIDENCE]) < MIN_CONFIDENCE || word === "") continue;
    const paragraph = `${cells[BLOCK]} ${cells[PARAGRAPH]}`;
    const line = `${paragraph} ${cells[LINE]}`;
    const last = lines.at(-1);
    if (last?.line === line) last.words.push(word);
    else lines.push({ paragraph, line, words: [word] });
  }
  const said = lines.filter(({ words }) => /[\p{L}\p{N}]/u.test(words.join("")));
  return said
    .map(({ paragraph, words }, at) => {
      const isNew = at > 0 && said[at - 1]?.paragraph !== paragraph;
      return `${isNew ? "\n" : ""}${words.join(" ")}`;
    })
    .join("\n");
}

/** Confidence of words that are hardly ever found in a page that lies on its side. */
const SURE = 80;
/** How many lines, and what part of all, a gutter crosses. */
const GUTTER_LINES = 8;
const GUTTER_PART = 0.25;
/** Words on each side of a gutter: beside the goods of a receipt are only amounts. */
const PROSE = 3;

/** How many letters stand in words that are sure. */
export const sureLetters = (table: string): number =>
  wordsIn(table)
    .filter(({ text, confidence }) => confidence >= SURE && /\p{L}{3}/u.test(text))
    .reduce((sum, { text }) => sum + text.length, 0);

/** Whether text stands on both sides of one gap in many lines, which were read across it. */
export function hasColumns(table: string): boolean {
  const lines = Map.groupBy(wordsIn(table), ({ line }) => line);
  const gaps = [...lines.values()].flatMap((words) =>
    words.flatMap(({ left, height }, at) => {
      const before = words[at - 1];
      const start = before ? before.left + before.width : left;
      return left - start > height && isProse(words.slice(0, at)) && isProse(words.slice(at)) ? [{ start, left }] : [];
    }),
  );
  const crossed = gaps.map(({ start, left: end }) => {
    const middle = (start + end) / 2;
    return gaps.filter((gap) => gap.start <= middle && middle <= gap.left).length;
  });
  const most = Math.max(0, ...crossed);
  return most >= GUTTER_LINES && most >= lines.size * GUTTER_PART;
}

const isProse = (words: readonly { text: string }[]) =>
  words.filter(({ text }) => /^\p{L}{2}/u.test(text)).length >= PROSE;

function wordsIn(table: string) {
  return table.split("\n").flatMap((row) => {
    const cells = row.split("\t");
    const text = cells[TEXT]?.trim() ?? "";
    if (cells[LEVEL] !== WORD || text === "") return [];
    const [left, width, height, confidence] = [LEFT, WIDTH, HEIGHT, CONFIDENCE].map((at) => Number(cells[at]));
    const line = `${cells[BLOCK]} ${cells[PARAGRAPH]} ${cells[LINE]}`;
    return [{ text, line, left: left!, width: width!, height: height!, confidence: confidence! }];
  });
}
