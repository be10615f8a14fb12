import { writeFileSync } from "node:fs";
import { ContentTooComplex } from "../content-error.ts";
import type { Content } from "../reader.ts";

// Readers that behave as parsers do with the worst content.

export const echo = ({ value, blobs }: Content<{ text: string }>): Content<{ text: string; pid: number }> => ({
  value: { text: value.text, pid: process.pid },
  blobs,
});

export const loop = (): Content<null> => {
  for (;;);
};

/** Within a thread V8 would end the whole process for this. */
export const growMap = (): Content<null> => {
  const map = new Map<number, number>();
  for (let at = 0; ; at += 1) map.set(at, at);
};

export const growBuffers = (): Content<null> => {
  const kept: Buffer[] = [];
  for (;;) kept.push(Buffer.alloc(32 * 1024 * 1024, 1));
};

export const recurse = (): Content<number> => {
  const deeper = (): number => deeper() + 1;
  return { value: deeper(), blobs: [] };
};

export const exit = (): Content<null> => process.exit(3);

export const fail = (): Content<null> => {
  throw new Error("private words of the content");
};

export const refuse = (): Content<null> => {
  throw new ContentTooComplex("It has too many parts");
};

export const long = (): Content<string> => ({ value: "x".repeat(2_000_000), blobs: [] });

export const look = (): Content<{ variables: number; written: boolean }> => {
  let written = true;
  try {
    writeFileSync("/tmp/untrusted-reader-wrote-this", "");
  } catch {
    written = false;
  }
  return { value: { variables: Object.keys(process.env).length, written }, blobs: [] };
};
