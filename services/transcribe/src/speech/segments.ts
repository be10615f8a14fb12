/** When speech begins and when it ends; Silero's own values. */
const SPEECH = 0.5;
const SILENCE = 0.35;
/** In frames of 32 ms: a pause, the shortest speech, what is kept around it, and the longest that Moonshine hears. */
const PAUSE = 10;
const SHORTEST = 4;
const MARGIN = 4;
const LONGEST = 450;

export interface Span {
  /** Frames; `end` is the first one behind it. */
  start: number;
  end: number;
}

/**
 * Speech between pauses; what has no pause for 14 s is cut where it is quietest.
 * @returns the spans, and the frame from which later ones are to be looked for: in the middle of a recording, speech
 * that continues at its end is left to them
 */
export function findSegments(frames: readonly number[], last: boolean): { spans: Span[]; next: number } {
  const spans: Span[] = [];
  let start = -1;
  let silent = 0;
  for (let at = 0; at < frames.length; at++) {
    if (start < 0) {
      if (frames[at]! >= SPEECH) [start, silent] = [at, 0];
      continue;
    }
    silent = frames[at]! < SILENCE ? silent + 1 : 0;
    if (silent >= PAUSE) {
      spans.push({ start, end: at - silent + 1 });
      start = -1;
    } else if (at - start >= LONGEST) {
      const cut = quietest(frames, start + LONGEST / 2, at);
      spans.push({ start, end: cut });
      [start, at, silent] = [cut, cut, 0];
    }
  }
  const goesOn = start >= 0;
  if (goesOn && last) spans.push({ start, end: frames.length });
  const next = last ? frames.length : goesOn ? Math.max(start - MARGIN, spans.at(-1)?.end ?? 0) : frames.length;
  return {
    spans: withMargins(
      spans.filter(({ start, end }) => end - start >= SHORTEST),
      frames.length,
    ),
    next,
  };
}

function quietest(frames: readonly number[], from: number, to: number): number {
  let best = from;
  for (let at = from; at <= to; at++) if (frames[at]! < frames[best]!) best = at;
  return best;
}

/** Spans never share a frame. */
const withMargins = (spans: Span[], length: number): Span[] =>
  spans.map(({ start, end }, index) => ({
    start: Math.max(start - MARGIN, spans[index - 1] ? middle(spans[index - 1]!.end, start) : 0),
    end: Math.min(end + MARGIN, spans[index + 1] ? middle(end, spans[index + 1]!.start) : length),
  }));

const middle = (a: number, b: number) => Math.floor((a + b) / 2);
