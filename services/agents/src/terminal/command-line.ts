/** A word of a line: what it means, as it was written, and where it begins. */
export interface Word {
  text: string;
  source: string;
  start: number;
  /** Some of it stood in quotation marks or behind a backslash: it is no option. */
  quoted: boolean;
}

/** Stands at one command: `items ls --tag home | count` has two. */
export type Stage = Word[];

/** What is wrong with a line, in a sentence. */
export class LineMistake extends Error {
  override name = "LineMistake";
}

/** Commands that one line may join. */
const MAX_STAGES = 8;

interface Read {
  stages: Stage[];
  /** The mark that is not closed at the end; null: none. */
  open: string | null;
}

/**
 * Reads a line as shells do: blanks end words, "…" and '…' keep them together, a backslash takes the next character
 * as it is (in '…' it is one of the text), a bar hands the lines on. Nothing else means anything: there are no
 * variables, no wildcards and no other programs.
 */
function read(line: string): Read {
  const stages: Stage[] = [[]];
  let word: Word | null = null;
  let open: string | null = null;
  const begin = (start: number): Word => (word ??= { text: "", source: "", start, quoted: false });
  const end = (at: number) => {
    if (word) stages.at(-1)!.push({ ...word, source: line.slice(word.start, at) });
    word = null;
  };
  for (let at = 0; at < line.length; at += 1) {
    const one = line[at]!;
    const isEscape = one === "\\" && open !== "'" && at + 1 < line.length;
    if (isEscape) {
      const current = begin(at);
      current.text += line[at + 1];
      current.quoted = true;
      at += 1;
    } else if (open) {
      if (one === open) open = null;
      else begin(at).text += one;
    } else if (one === '"' || one === "'") {
      begin(at).quoted = true;
      open = one;
    } else if (one === "|") {
      end(at);
      stages.push([]);
    } else if (/\s/.test(one)) end(at);
    else begin(at).text += one;
  }
  end(line.length);
  return { stages, open };
}

/** The commands of a line; none of an empty one. @throws LineMistake */
export function parseLine(line: string): Stage[] {
  const { stages, open } = read(line);
  if (open) throw new LineMistake(`The quotation mark ${open} is not closed.`);
  if (stages.length === 1 && !stages[0]!.length) return [];
  if (stages.length > MAX_STAGES) throw new LineMistake(`One line joins ${MAX_STAGES} commands at most.`);
  if (stages.some((stage) => !stage.length))
    throw new LineMistake("There is nothing on one side of a bar: write a command on both, as in: items ls | count");
  return stages;
}

/** What is being typed at the end of a line: the words of its last command, and the one that is not finished. */
export function unfinished(line: string): { before: Word[]; word: string; from: number; isFirstStage: boolean } {
  const { stages, open } = read(line);
  const stage = stages.at(-1)!;
  const last = stage.at(-1);
  const isWithin = last && (open !== null || last.start + last.source.length === line.length);
  return {
    before: isWithin ? stage.slice(0, -1) : stage,
    word: isWithin ? last.text : "",
    from: isWithin ? last.start : line.length,
    isFirstStage: stages.length === 1,
  };
}

/** A word as it has to be written to mean `text`. */
export const written = (text: string): string =>
  /^[^\s"'\\|]+$/.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;

/** The one of `known` that was probably meant. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const begun = known.filter((one) => one.startsWith(typed));
  if (typed && begun.length === 1) return begun[0];
  const [best] = known
    .map((one) => ({ one, far: distance(typed.toLowerCase(), one.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(1, Math.floor(best.one.length / 3)) ? best.one : undefined;
}

/** `. Did you mean "x"?`, or what ends the sentence without a guess. */
export const didYouMean = (typed: string, known: readonly string[], otherwise = ""): string => {
  const guess = nearest(typed, known);
  return guess ? ` Did you mean “${guess}”?` : otherwise;
};

/** Letters that have to be added, left out, changed or swapped (Damerau–Levenshtein, optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
