export const isWav = (bytes: Uint8Array): boolean => textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WAVE";

/** Four bytes as letters: how parts of audio files are named. */
export const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
