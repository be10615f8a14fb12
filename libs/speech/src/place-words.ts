/** What a word takes beside its letters: the gap behind it. */
const GAP = 1;

export interface Place {
  start: number;
  end: number;
}

/**
 * Where words are in a piece of speech. The recogniser gives no times, so each word gets a share by its letters of what
 * is speech in the piece: pauses and the silence around it are nobody's.
 * @param speech how likely each frame is speech, 0 to 1
 * @returns frames with fractions
 */
export function placeWords(words: readonly string[], speech: readonly number[]): Place[] {
  const shares = words.map((word) => lettersOf(word) + GAP);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const spoken = speech.reduce((sum, frame) => sum + frame, 0) || 1;
  let frame = 0;
  let before = 0;
  /** The place until which this much was spoken. */
  const placeOf = (wanted: number): number => {
    while (frame < speech.length && before + speech[frame]! < wanted - 1e-9) before += speech[frame++]!;
    const left = speech[frame] ?? 0;
    return Math.min(speech.length, frame + (left > 0 ? (wanted - before) / left : 0));
  };
  let share = 0;
  const start = placeOf(1e-6);
  let from = start;
  return shares.map((own) => {
    share += own;
    const place = { start: from, end: placeOf((share / whole) * spoken) };
    from = place.end;
    return place;
  });
}

/** Digits and capitals are spoken longer than they are written: "12" is twelve, "BBC" three syllables. */
function lettersOf(word: string): number {
  const digits = word.match(/\d/g)?.length ?? 0;
  return word.replace(/[^\p{L}\p{N}]/gu, "").length + digits * 3;
}
