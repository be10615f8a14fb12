/** Samples a second of everything behind the decoder: what both models were trained on. */
export const SAMPLE_RATE = 16_000;

/** 16-bit samples as numbers from -1 to 1. @param bytes little-endian */
export function toFloats(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(bytes.byteLength >> 1);
  for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * 2, true) / 32768;
  return samples;
}

/** The mean of all channels. */
export function toMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  if (!others.length) return first;
  const mono = new Float32Array(first.length);
  for (let at = 0; at < mono.length; at++) {
    let sum = first[at]!;
    for (const channel of others) sum += channel[at] ?? 0;
    mono[at] = sum / channels.length;
  }
  return mono;
}
