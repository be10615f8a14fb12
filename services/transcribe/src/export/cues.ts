import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";

/** Characters of a subtitle's line, and its lines, as broadcasters' guides have them. */
const LINE = 42;
const LINES = 2;
/** What it costs to end a subtitle in the middle of a clause, against one that is a third longer than the others. */
const NO_PAUSE = 0.1;
const PAUSE = /[.,;:?!…]["')\]”’]*$/u;

/** What is shown at once, in lines. Times are milliseconds from the beginning of the recording. */
export interface Cue {
  startMs: number;
  endMs: number;
  lines: string[];
}

/**
 * A segment as subtitles that are about equally long and end where a clause does, as far as that goes. Each is there
 * from its first word to the next one's.
 * @param before what stands in front of the first one, such as who speaks
 */
export function cuesOf({ startMs, endMs, text, words }: Segment, before = ""): Cue[] {
  const texts = text.split(/\s+/);
  if (before) texts[0] = `${before} ${texts[0]}`;
  const ends = endsOf(texts);
  // Without words of its own it is shown whole.
  if (words.length !== texts.length || ends.length === 1) return [{ startMs, endMs, lines: linesOf(texts) }];
  return ends.map((end, at) => ({
    startMs: at === 0 ? startMs : words[ends[at - 1]!]!.startMs,
    endMs: at === ends.length - 1 ? endMs : words[end]!.startMs,
    lines: linesOf(texts.slice(ends[at - 1] ?? 0, end)),
  }));
}

/** Behind which words the subtitles end, so that the sum of what speaks against each is least. */
function endsOf(texts: readonly string[]): number[] {
  const whole = texts.join(" ").length;
  const wanted = whole / Math.ceil(whole / (LINE * LINES));
  /** The best way to end behind so many words. */
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= texts.length; end++) {
    best[end] = { cost: Number.POSITIVE_INFINITY, from: end - 1 };
    for (let from = end - 1; from >= 0; from--) {
      const own = texts.slice(from, end);
      // A word that is longer than all of them stands alone.
      if (from < end - 1 && linesOf(own).length > LINES) break;
      const off = own.join(" ").length / wanted - 1;
      const isPause = end === texts.length || PAUSE.test(texts[end - 1]!);
      const cost = best[from]!.cost + off ** 2 + (isPause ? 0 : NO_PAUSE);
      if (cost < best[end]!.cost) best[end] = { cost, from };
    }
  }
  const ends: number[] = [];
  for (let end = texts.length; end > 0; end = best[end]!.from) ends.unshift(end);
  return ends;
}

/** Words in lines, broken between them. */
function linesOf(texts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of texts.join(" ").split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= LINE) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines;
}
