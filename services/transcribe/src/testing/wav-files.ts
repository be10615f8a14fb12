/** What a WAV file of a test says of itself, and what is in front of its sound. */
export interface WavShape {
  /** 1: whole numbers, 3: floating point, 6 and 7: A-law and µ-law; the same numbers behind an extensible format. */
  kind?: number;
  isExtensible?: boolean;
  bits?: number;
  /** Bytes of one sample, where it has more room than it fills. */
  room?: number;
  channels?: number;
  rate?: number;
  riff?: "RIFF" | "RF64" | "BW64";
  /** Lengths that the file says, where they are not its own. */
  riffSize?: number;
  dataSize?: number;
  /** Parts in front of the sound, and behind it. */
  before?: Buffer[];
  after?: Buffer[];
}

/** A part of a WAV file, with the byte that fills it up to an even length. */
export function wavPart(name: string, content: Uint8Array, size = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length & 1)]);
}

/**
 * A WAV file.
 * @param values of all channels, moment by moment, from -1 to 1; for A-law and µ-law the bytes themselves
 */
export function wavFile(values: ArrayLike<number>, shape: WavShape = {}): Buffer {
  const { kind = 1, bits = 16, channels = 1, rate = 16_000, riff = "RIFF" } = shape;
  const width = shape.room ?? bits / 8;
  const sound = Buffer.alloc(values.length * width);
  for (let at = 0; at < values.length; at += 1) write(sound, at * width, values[at]!, kind, width);
  const format = Buffer.alloc(shape.isExtensible ? 40 : 16);
  format.writeUInt16LE(shape.isExtensible ? 0xfffe : kind);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * channels * width, 8);
  format.writeUInt16LE(channels * width, 12);
  format.writeUInt16LE(bits, 14);
  if (shape.isExtensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt16LE(kind, 24);
    format.write("000000001000800000aa00389b71", 26, "hex");
  }
  const parts = Buffer.concat([
    ...(shape.before ?? []),
    wavPart("fmt ", format),
    wavPart("data", sound, shape.dataSize),
    ...(shape.after ?? []),
  ]);
  const head = Buffer.alloc(12);
  head.write(riff, "latin1");
  head.writeUInt32LE(shape.riffSize ?? parts.length + 4, 4);
  head.write("WAVE", 8, "latin1");
  return Buffer.concat([head, parts]);
}

function write(sound: Buffer, at: number, value: number, kind: number, width: number): void {
  if (kind === 3 && width === 8) sound.writeDoubleLE(value, at);
  else if (kind === 3) sound.writeFloatLE(value, at);
  else if (kind !== 1) sound[at] = value;
  else if (width === 1) sound[at] = Math.round(value * 127) + 128;
  else sound.writeIntLE(Math.round(value * (2 ** (width * 8 - 1) - 1)), at, width);
}

/** The part with the long lengths of RF64. */
export function longSizes(data: bigint): Buffer {
  const content = Buffer.alloc(28);
  content.writeBigUInt64LE(data, 8);
  return wavPart("ds64", content);
}
