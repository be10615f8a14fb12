/** Below this confidence (0–100) a word is rather a shadow or a leaf. */
const MIN_CONFIDENCE = 50;
/** Columns of Tesseract's table: a row is a word where `level` is 5. */
const [LEVEL, BLOCK, PARAGRAPH, LINE, CONFIDENCE, TEXT] = [0, 2, 3, 4, 10, 11];
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
