import { type Change, gapOf } from "./field.ts";
import { spokenCommands } from "./spoken-commands.ts";

/** A mark that stands right after the text before it, and a line break. */
const HUGS = /^[,.?!:;)\n]/;

/** What one dictation writes into one field, its spoken commands carried out. */
export class SpokenText {
  private said = "";
  private written = "";

  /** @param singleLine line breaks become spaces */
  constructor(private readonly singleLine: boolean) {}

  /**
   * Says what becomes of the field's text by one more piece of speech. A command may lie across pieces, or take words
   * back, so all that was said is written again, unless somebody has changed what was written of it.
   */
  add(before: string, piece: string): Change {
    if (!before.endsWith(this.written)) this.said = this.written = "";
    const start = before.slice(0, before.length - this.written.length);
    this.said += gapOf(this.said, piece) + piece;
    const text = spokenCommands(this.said, this.singleLine);
    // The press of the trigger may have left a space.
    const kept = hugs(text, this.said) ? start.replace(/ $/, "") : start;
    this.written = text && gapAfter(kept, text, this.said) + text;
    const whole = kept + this.written;
    const from = commonStart(before, whole);
    return { from, text: whole.slice(from) };
  }
}

/** Of what recognition writes, nothing hugs: ".5" is a number. */
const hugs = (text: string, said: string): boolean => HUGS.test(text) && !said.startsWith(text.charAt(0));

const gapAfter = (before: string, text: string, said: string): string =>
  hugs(text, said) || /[([]$/.test(before) ? "" : gapOf(before, text);

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}
