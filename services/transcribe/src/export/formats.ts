import type { Segment, Transcript, TranscriptFormat } from "@tessera/contracts-transcribe/recordings.ts";

/** Characters of one subtitle line, as broadcasters' guides have it. */
const LINE = 42;

interface Format {
  type: string;
  write(transcript: Transcript): string;
}

/** How a transcript is written as a file. Segments whose text the person emptied are left out. */
export const FORMATS: Record<TranscriptFormat, Format> = {
  txt: { type: "text/plain", write: ({ segments }) => spoken(segments, ({ text }) => `${text}\n`) },
  md: {
    type: "text/markdown",
    write: ({ title, segments }) =>
      `# ${markdown(title)}\n\n${spoken(segments, (each) => `**${clock(each.startMs)}** ${markdown(each.text)}\n\n`)}`,
  },
  srt: {
    type: "application/x-subrip",
    write: ({ segments }) =>
      spoken(segments, (each, index) => `${index + 1}\n${cue(each, ",")}\n${lines(each.text)}\n\n`),
  },
  vtt: {
    type: "text/vtt",
    write: ({ segments }) =>
      `WEBVTT\n\n${spoken(segments, (each) => `${cue(each, ".")}\n${lines(escaped(each.text))}\n\n`)}`,
  },
  json: {
    type: "application/json",
    write: ({ title, seconds, segments }) => `${JSON.stringify({ title, seconds, segments }, null, 2)}\n`,
  },
};

const spoken = (segments: readonly Segment[], write: (segment: Segment, index: number) => string) =>
  segments
    .filter(({ text }) => text)
    .map(write)
    .join("");

const cue = ({ startMs, endMs }: Segment, point: string) => `${exact(startMs, point)} --> ${exact(endMs, point)}`;

/** 00:01:02,345 */
const exact = (ms: number, point: string) =>
  `${[ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => padded(part, 2)).join(":")}${point}${padded(ms % 1000, 3)}`;

/** 1:02, or 1:02:03 */
function clock(ms: number): string {
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map(Math.floor);
  return hours ? `${hours}:${padded(minutes!, 2)}:${padded(seconds!, 2)}` : `${minutes}:${padded(seconds!, 2)}`;
}

const padded = (value: number, width: number) => String(Math.floor(value)).padStart(width, "0");

/** Breaks a text between words. */
function lines(text: string): string {
  let length = 0;
  return text
    .split(/\s+/)
    .map((word, index) => {
      const breaks = index > 0 && length + 1 + word.length > LINE;
      length = index === 0 || breaks ? word.length : length + 1 + word.length;
      return index === 0 ? word : `${breaks ? "\n" : " "}${word}`;
    })
    .join("");
}

/** A cue may neither hold tags nor the arrow between times. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const markdown = (text: string) => text.replace(/[\\`*_[\]<>#|]/g, "\\$&");
