/** RF64 and BW64 are WAV for files that may have more than 4 GB. */
export const isWav = (bytes: Uint8Array): boolean =>
  ["RIFF", "RF64", "BW64"].includes(textAt(bytes, 0)) && textAt(bytes, 8) === "WAVE";

/** How files begin that may hold sound, by place and bytes. */
const BEGINNINGS: [number, number[]][] = [
  ...["RIFF", "RF64", "BW64", "OggS", "fLaC", "FORM", "caff", "#!AM", ".snd", "wvpk", "MAC "].map(
    (name): [number, number[]] => [0, [...Buffer.from(name)]],
  ),
  [4, [...Buffer.from("ftyp")]],
  [4, [...Buffer.from("moov")]],
  [4, [...Buffer.from("mdat")]],
  [0, [...Buffer.from("ID3")]],
  [0, [...Buffer.from("FLV")]],
  // Matroska and WebM, ASF (WMA, WMV), MPEG programme and transport streams.
  [0, [0x1a, 0x45, 0xdf, 0xa3]],
  [0, [0x30, 0x26, 0xb2, 0x75]],
  [0, [0, 0, 1, 0xba]],
  [0, [0x47]],
];

/** Whether a file begins as one that may hold sound. */
export const isMedia = (bytes: Uint8Array): boolean =>
  BEGINNINGS.some(([at, wanted]) => wanted.every((byte, index) => bytes[at + index] === byte)) ||
  // Frames of MP3 and AAC begin with eleven bits that are set.
  (bytes[0] === 0xff && (bytes[1]! & 0xe0) === 0xe0);

/** Four bytes as letters: how parts of audio files are named. */
export const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
