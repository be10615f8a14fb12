import { Resampler } from "@tessera/speech/resampler.ts";
import { toFloats, toMono } from "@tessera/speech/samples.ts";

/** A WAV file of one channel, 16 bit. @param sound its samples @param rate samples a second */
export function wavOf(sound: Buffer, rate: number): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

/** The sound of a WAV file of 16 bit, as 16 kHz, one channel, 16 bit. */
export function soundOf(wav: Buffer): Buffer {
  const [format, data] = [chunkOf(wav, "fmt "), chunkOf(wav, "data")];
  const [count, rate] = [format.readUInt16LE(2), format.readUInt32LE(4)];
  const all = toFloats(data);
  const channels = Array.from({ length: count }, (_, channel) => all.filter((_, at) => at % count === channel));
  const { buffer, byteOffset, byteLength } = new Resampler(rate).push(toMono(channels), true);
  return Buffer.from(buffer, byteOffset, byteLength);
}

function chunkOf(wav: Buffer, name: string): Buffer {
  for (let at = 12; at + 8 <= wav.length; ) {
    const [begin, length] = [at + 8, wav.readUInt32LE(at + 4)];
    if (wav.toString("latin1", at, at + 4) === name) return wav.subarray(begin, begin + length);
    at = begin + length + (length % 2);
  }
  throw new Error(`A WAV file has no "${name}"`);
}
