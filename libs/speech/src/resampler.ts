import { SAMPLE_RATE } from "./samples.ts";

/** Zero crossings of the filter on each side: aliases stay below the noise of speech. */
const CROSSINGS = 12;
/** Places between two input samples for which the filter is known. */
const PHASES = 256;

/** A place in a sound that is resampled in parts: its next output sample, and the first input that this needs. */
export interface Place {
  input: number;
  output: number;
}

/** Brings samples of any rate to 16 kHz, 16 bit, piece by piece; a windowed sinc keeps out what 16 kHz cannot hold. */
export class Resampler {
  private readonly step: number;
  private readonly reach: number;
  private readonly filters: Float32Array[] = [];
  /** Input that later output still needs; `start` is the place of its first sample. */
  private held: Float32Array;
  private start: number;
  private next: number;

  /** @param rate samples a second of the input @param from where another resampler of the same sound stopped */
  constructor(rate: number, from: Place = { input: 0, output: 0 }) {
    this.step = rate / SAMPLE_RATE;
    const cutoff = Math.min(1, 1 / this.step);
    this.reach = Math.ceil(CROSSINGS / cutoff);
    this.held = new Float32Array(this.reach);
    this.start = from.input - this.reach;
    this.next = from.output;
    for (let phase = 0; phase < PHASES; phase++) this.filters.push(filterOf(phase / PHASES, this.reach, cutoff));
  }

  /** Where another one continues. */
  get place(): Place {
    return { input: Math.max(0, Math.floor(this.next * this.step) - this.reach + 1), output: this.next };
  }

  /** @returns the output that this input completes; of the last piece, all that is left */
  push(input: Float32Array, last: boolean): Int16Array {
    const tail = last ? this.reach : 0;
    const joined = new Float32Array(this.held.length + input.length + tail);
    joined.set(this.held);
    joined.set(input, this.held.length);
    const end = this.start + joined.length - this.reach;
    const output = new Int16Array(Math.max(0, Math.ceil((end - this.next * this.step) / this.step)));
    let written = 0;
    for (; this.next * this.step < end && written < output.length; this.next++) {
      const at = this.next * this.step;
      const whole = Math.floor(at);
      const filter = this.filters[Math.floor((at - whole) * PHASES)]!;
      const from = whole - this.reach + 1 - this.start;
      let sum = 0;
      for (let tap = 0; tap < filter.length; tap++) sum += filter[tap]! * (joined[from + tap] ?? 0);
      output[written++] = Math.max(-32768, Math.min(32767, Math.round(sum * 32767)));
    }
    const keep = Math.max(0, Math.floor(this.next * this.step) - this.reach - this.start);
    this.held = joined.slice(Math.min(keep, joined.length));
    this.start += Math.min(keep, joined.length);
    return output.subarray(0, written);
  }
}

/** A Hann-windowed sinc whose taps add up to 1. */
function filterOf(fraction: number, reach: number, cutoff: number): Float32Array {
  const taps = new Float32Array(2 * reach);
  let sum = 0;
  for (let tap = 0; tap < taps.length; tap++) {
    const distance = tap - reach + 1 - fraction;
    const x = Math.PI * distance * cutoff;
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    taps[tap] = sinc * 0.5 * (1 + Math.cos((Math.PI * distance) / (reach + 1)));
    sum += taps[tap]!;
  }
  return taps.map((value) => value / sum);
}
