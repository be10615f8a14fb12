import { audio } from "../testing/sound.ts";
import { longSizes, type WavShape, wavFile, wavPart } from "../testing/wav-files.ts";
import { decodeWav } from "./decode-wav.ts";
import { DECODE } from "./speech-processes.ts";
import { readWavLayout } from "./wav-layout.ts";
import { WAV_PIECE, wavSound } from "./wav-sound.ts";

const RATE = 16_000;
/** A tone that every rate of a recording holds. */
const HERTZ = 440;

/** The samples that a file becomes, and the longest piece that was read at once. */
async function decoded(file: Uint8Array): Promise<{ samples: Int16Array; longest: number }> {
  let longest = 0;
  const read = async (from: number, length: number) => {
    longest = Math.max(longest, length);
    return file.subarray(from, from + length);
  };
  const parts: Buffer[] = [];
  for await (const part of wavSound(await readWavLayout(read, file.length), read, async (piece) => decodeWav(piece)))
    parts.push(Buffer.from(part));
  const bytes = Buffer.concat(parts);
  return { samples: new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)), longest };
}

/** A tone of so many seconds; with two channels it is in the first alone. */
const tone = (rate: number, channels = 1, seconds = 0.5, strength = 0.5) =>
  Array.from({ length: Math.round(rate * seconds) * channels }, (_, at) =>
    at % channels ? 0 : strength * Math.sin((2 * Math.PI * HERTZ * Math.floor(at / channels)) / rate),
  );

/** How far a sound is from the tone at most, of full scale, without its ends, where the filter begins. */
function offTone(samples: Int16Array, strength: number): number {
  const edge = 200;
  return Math.max(
    ...Array.from(samples.subarray(edge, -edge), (value, at) =>
      Math.abs(value / 32_768 - strength * Math.sin((2 * Math.PI * HERTZ * (at + edge)) / RATE)),
    ),
  );
}

test.each<[string, WavShape, number?]>([
  ["8 bit at 8 kHz", { bits: 8, rate: 8_000 }, 0.02],
  ["24 bit at 44.1 kHz in two channels", { bits: 24, rate: 44_100, channels: 2 }],
  ["16 bit at 48 kHz in two channels", { rate: 48_000, channels: 2 }],
  ["32 bit at 22.05 kHz", { bits: 32, rate: 22_050 }],
  ["24 bit in four bytes at 96 kHz", { bits: 24, room: 4, rate: 96_000 }],
  ["floating point of 32 bit at 48 kHz", { kind: 3, bits: 32, rate: 48_000 }],
  ["floating point of 64 bit at 32 kHz", { kind: 3, bits: 64, rate: 32_000 }],
  ["an extensible format", { isExtensible: true, bits: 24, rate: 44_100, channels: 2 }],
  ["an extensible format of floating point", { isExtensible: true, kind: 3, bits: 32, rate: 48_000 }],
])(
  "WAV of %s becomes 16 kHz in one channel, with the height and strength of its sound",
  async (_, shape, off = 0.01) => {
    const { rate = RATE, channels = 1 } = shape;
    const { samples } = await decoded(wavFile(tone(rate, channels), shape));
    expect(samples).toHaveLength(RATE / 2);
    // The mean of both channels.
    expect(offTone(samples, 0.5 / channels)).toBeLessThan(off);
  },
);

test("a tone that 16 kHz cannot hold is filtered out, and is not heard as another one", async () => {
  const rate = 48_000;
  const high = Array.from({ length: rate / 2 }, (_, at) => Math.sin((2 * Math.PI * 11_000 * at) / rate) / 2);
  const { samples } = await decoded(wavFile(high, { rate }));
  expect(Math.max(...samples.subarray(200, -200).map(Math.abs))).toBeLessThan(300);
});

test.each([
  // Silence, and the loudest values that ITU-T G.711 gives.
  ["µ-law", 7, 0xff, 0],
  ["µ-law", 7, 0x80, 32_124],
  ["µ-law", 7, 0x00, -32_124],
  ["A-law", 6, 0xd5, 8],
  ["A-law", 6, 0xaa, 32_256],
  ["A-law", 6, 0x2a, -32_256],
])("a byte of a telephone's recording is read: %s", async (_, kind, byte, value) => {
  const { samples } = await decoded(wavFile(new Array(64).fill(byte), { kind, bits: 8 }));
  expect(Math.abs(samples[32]! - value)).toBeLessThan(4);
});

test.each<[string, WavShape]>([
  [
    "notes and a title in front of it",
    { before: [wavPart("LIST", Buffer.alloc(9_001)), wavPart("bext", Buffer.alloc(7))] },
  ],
  ["no length, as its recorder did not know it", { dataSize: 0xffffffff, riffSize: 0xffffffff }],
  ["no length at all", { dataSize: 0, riffSize: 0 }],
  ["more length than it has, as one that was cut off", { dataSize: 0x7ffff000 }],
  ["its length in 64 bits", { riff: "RF64", riffSize: 0xffffffff, dataSize: 0xffffffff, before: [longSizes(16_000n)] }],
  ["its length in 64 bits, and no value for it", { riff: "BW64", dataSize: 0xffffffff, before: [longSizes(0n)] }],
])("a file with %s is read whole", async (_, shape) => {
  const { samples } = await decoded(wavFile(tone(RATE), shape));
  expect(samples).toHaveLength(RATE / 2);
  expect(offTone(samples, 0.5)).toBeLessThan(0.01);
});

test("what follows the sound is no part of it", async () => {
  const { samples } = await decoded(wavFile(tone(RATE), { after: [wavPart("LIST", Buffer.alloc(5_000, 0x7f))] }));
  expect(samples).toHaveLength(RATE / 2);
  const empty = wavFile([], { after: [wavPart("LIST", Buffer.alloc(5_000, 0x7f))] });
  await expect(decoded(empty)).rejects.toMatchObject({ message: "There is no sound in the file." });
});

test("pieces join without a seam, and no more than one of them is in memory", async () => {
  const rate = 48_000;
  // A piece is 2.7 s of it; the seams are at no whole number of samples of the result.
  const file = wavFile(tone(rate, 2, 7), { rate, channels: 2, bits: 32 });
  const { samples, longest } = await decoded(file);
  expect(file.length).toBeGreaterThan(2 * WAV_PIECE);
  expect(longest).toBeLessThanOrEqual(WAV_PIECE);
  expect(samples).toHaveLength(7 * RATE);
  expect(offTone(samples, 0.25)).toBeLessThan(0.01);
});

test("the largest result of a piece fits what its process may answer", async () => {
  const piece = wavFile(new Array(WAV_PIECE).fill(0), { bits: 8, rate: 4_000 });
  const { samples } = await decoded(piece);
  expect(samples.byteLength).toBeLessThan(DECODE.maxOutput - 1024);
});

test("recordings of other rates keep their length", async () => {
  expect((await decoded(await audio("speechbrain-spk1_snt1.wav"))).samples).toHaveLength(45_920);
  expect((await decoded(await audio("ljspeech-LJ050-0131.wav"))).samples).toHaveLength(122_530);
});

const head = (text: string) => Buffer.from(text, "latin1");
test.each<[string, Uint8Array, RegExp]>([
  ["says nothing of its sound", head("RIFF\0\0\0\0WAVEfmt \xff\xff\xff\xff"), /damaged/],
  ["ends in its head", wavFile(tone(RATE)).subarray(0, 30), /damaged/],
  ["has a thousand parts and no sound", Buffer.concat([head("RIFF\0\0\0\0WAVE"), Buffer.alloc(200_000)]), /damaged/],
  ["is compressed", wavFile([0, 0], { kind: 85 }), /compressed/],
  ["has no channel", wavFile([0, 0], { channels: 0 }), /compressed/],
  ["has samples of no width", wavFile([], { bits: 0, room: 0 }), /compressed/],
  ["has 65,535 channels", wavFile([0, 0], { channels: 65_535, room: 1, bits: 8 }), /compressed/],
  ["has no samples a second", wavFile([0, 0], { rate: 0 }), /0 samples a second/],
  ["has millions of samples a second", wavFile([0, 0], { rate: 10_000_000 }), /samples a second/],
  ["has no sound", wavFile([]), /no sound/],
])("a file that %s is refused in words", async (_, file, words) => {
  await expect(decoded(file)).rejects.toMatchObject({
    name: "ContentError",
    message: expect.stringMatching(words),
    temporary: false,
  });
});

test("a file that is longer than two hours is refused before any of its sound is read", async () => {
  const bytes = 4_000 * 7_201;
  const file = wavFile([], { bits: 8, rate: 4_000, dataSize: bytes });
  const layout = readWavLayout(async (from, length) => file.subarray(from, from + length), file.length + bytes);
  await expect(layout).rejects.toMatchObject({ kind: "too-large", message: expect.stringContaining("2 hours") });
});
