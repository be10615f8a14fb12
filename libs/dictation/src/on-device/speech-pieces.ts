import { FRAME, SILENCE, SPEECH } from "@tessera/speech/voice-activity.ts";

/** In frames of 32 ms: a pause, the shortest speech, and the longest that Moonshine hears. */
const PAUSE = 12;
const SHORTEST = 4;
const LONGEST = 440;
/** What is kept of the time before speech is noticed: it begins softly, and first words would be lost. */
const PRE_ROLL = 10;

/** Cuts a stream of frames into pieces of speech. */
export class SpeechPieces {
  private before: Float32Array[] = [];
  private piece: Float32Array[] = [];
  private loud = 0;
  private silent = 0;

  /** @param speech how likely the frame is speech, 0 to 1 @returns the piece that ends with it, if one does */
  push(frame: Float32Array, speech: number): Float32Array<ArrayBuffer> | null {
    if (!this.piece.length) {
      this.before.push(frame);
      if (this.before.length > PRE_ROLL) this.before.shift();
      if (speech >= SPEECH) [this.piece, this.loud, this.silent] = [this.before.splice(0), 1, 0];
      return null;
    }
    this.piece.push(frame);
    if (speech >= SPEECH) this.loud += 1;
    this.silent = speech < SILENCE ? this.silent + 1 : 0;
    return this.silent >= PAUSE || this.piece.length >= LONGEST ? this.end() : null;
  }

  /** Ends what is being said; null when that is nothing, or a click. */
  end(): Float32Array<ArrayBuffer> | null {
    const { piece, loud } = this;
    this.before = piece.slice(-PRE_ROLL);
    this.piece = [];
    return loud >= SHORTEST && piece.length ? joined(piece) : null;
  }

  /** What is being said, so far. */
  get current(): Float32Array<ArrayBuffer> | null {
    return this.piece.length && this.loud >= SHORTEST ? joined(this.piece) : null;
  }

  /** Frames of it. */
  get length(): number {
    return this.piece.length;
  }
}

function joined(frames: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(frames.length * FRAME);
  for (const [at, frame] of frames.entries()) samples.set(frame, at * FRAME);
  return samples;
}
