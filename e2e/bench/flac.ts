import { chromium } from "@playwright/test";
import { wavOf } from "./wav.ts";

/** The magic letters and the header of the first block come before what a FLAC file says about its sound. */
const RATE_AT = 18;

/**
 * FLAC as WAV of 16 bit at its own rate, decoded by Chromium as it is for a person who uploads it: Node has no decoder,
 * and a server has one only where ffmpeg is.
 */
export async function wavOfFlac(files: readonly Buffer[]): Promise<Buffer[]> {
  if (files.length === 0) return [];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    const decoded: Buffer[] = [];
    for (const file of files) {
      // Twenty bits; the number of channels follows.
      const rate = file.readUIntBE(RATE_AT, 3) >> 4;
      const samples = await page.evaluate(decode, { rate, content: file.toString("base64") });
      decoded.push(wavOf(Buffer.from(samples, "base64"), rate));
    }
    return decoded;
  } finally {
    await browser.close();
  }
}

/** Runs in the page. @returns one channel of 16 bit, in base64 */
async function decode({ rate, content }: { rate: number; content: string }): Promise<string> {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes.buffer);
  const channels = Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at));
  const samples = new DataView(new ArrayBuffer(sound.length * 2));
  for (let at = 0; at < sound.length; at += 1) {
    const middle = channels.reduce((sum, channel) => sum + channel[at]!, 0) / channels.length;
    samples.setInt16(at * 2, Math.max(-32768, Math.min(32767, Math.round(middle * 32768))), true);
  }
  const all = new Uint8Array(samples.buffer);
  const PART = 0x8000;
  let text = "";
  for (let at = 0; at < all.length; at += PART) text += String.fromCharCode(...all.subarray(at, at + PART));
  return btoa(text);
}
