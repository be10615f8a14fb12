import type { Heard } from "@tessera/contracts-agents/events.ts";
import { MAX_HEARD_LENGTH, MAX_HEARD_PARTS, MAX_HEARD_WORDS } from "@tessera/contracts-agents/limits.ts";
import { z } from "zod";

/**
 * Where Whisper itself takes a part for silence that it made words of: openai/whisper, transcribe.py,
 * no_speech_threshold and logprob_threshold.
 */
const SILENCE = { noSpeech: 0.6, logProbability: -1 };

const Seconds = z.number().min(0).max(86_400);
const Text = z.string().max(MAX_HEARD_LENGTH);
const Part = z.object({
  start: Seconds,
  end: Seconds,
  text: Text,
  avg_logprob: z.number().optional().catch(undefined),
  no_speech_prob: z.number().optional().catch(undefined),
});
const Word = z.object({ start: Seconds, end: Seconds, word: Text });
/** As OpenAI's interface answers `json` (the text alone) and `verbose_json`. */
const Answer = z.object({
  text: Text,
  language: z.string().max(60).optional().catch(undefined),
  segments: z.array(Part).max(MAX_HEARD_PARTS).nullish(),
  words: z.array(Word).max(MAX_HEARD_WORDS).nullish(),
});

/** ISO 639-1 by the English name in small letters, which is what some servers answer. */
const CODES = new Map<string, string>();
const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
for (const first of "abcdefghijklmnopqrstuvwxyz")
  for (const second of "abcdefghijklmnopqrstuvwxyz") {
    const name = names.of(first + second);
    if (name && !CODES.has(name.toLowerCase())) CODES.set(name.toLowerCase(), first + second);
  }

/**
 * What a provider heard, in the order of time and inside the sound; what it says beyond that is cut off.
 * @param lengthMs of the sound @returns null when the answer is no transcription
 */
export function readHeard(answer: unknown, lengthMs: number): Heard | null {
  const read = Answer.safeParse(answer);
  if (!read.success) return null;
  const { text, language, segments, words } = read.data;
  const spans = segments
    ?.filter((part) => !isSilence(part))
    .map(({ start, end, ...part }) => ({ start, end, ...part }));
  const whole = spans ?? (plain(text) ? [{ start: 0, end: lengthMs / 1000, text }] : []);
  return {
    language: codeOf(language),
    parts: inOrder(whole, lengthMs).map(({ text, startMs, endMs, ...part }) => ({
      ...{ startMs, endMs, text },
      confidence: "avg_logprob" in part && part.avg_logprob !== undefined ? sureness(part.avg_logprob) : null,
    })),
    words: inOrder(
      (words ?? []).map(({ word, ...place }) => ({ ...place, text: word })),
      lengthMs,
    ).map(({ startMs, endMs, text }) => ({ startMs, endMs, text })),
  };
}

const isSilence = ({ no_speech_prob: silent = 0, avg_logprob: sure = 0 }: z.output<typeof Part>) =>
  silent > SILENCE.noSpeech && sure < SILENCE.logProbability;

const sureness = (logProbability: number) => Math.min(1, Math.max(0, Math.exp(logProbability)));

/** Those with words, each behind the one before. */
function inOrder<T extends { start: number; end: number; text: string }>(spans: readonly T[], lengthMs: number) {
  const within = (seconds: number) => Math.min(lengthMs, Math.round(seconds * 1000));
  let from = 0;
  return spans
    .map((span) => ({ ...span, text: plain(span.text) }))
    .filter(({ text }) => text)
    .toSorted((a, b) => a.start - b.start)
    .map((span) => {
      const startMs = Math.max(from, within(span.start));
      const endMs = Math.max(startMs, within(span.end));
      from = endMs;
      return { ...span, startMs, endMs };
    });
}

/** Words with one space between, in characters that can be stored. */
const plain = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();

function codeOf(language: string | undefined): string | null {
  const said = language?.trim().toLowerCase() ?? "";
  return CODES.get(said) ?? (/^[a-z]{2}(?:-[a-z]{2,4})?$/.test(said) ? said.slice(0, 2) : null);
}
