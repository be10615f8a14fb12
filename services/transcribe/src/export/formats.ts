import type { Segment, Transcript, TranscriptFormat } from "@tessera/contracts-transcribe/recordings.ts";
import { clock, padded } from "./clock.ts";

/** Characters of one subtitle line, as broadcasters' guides have it. */
const LINE = 42;

interface Format {
  type: string;
  write(transcript: Transcript): string | Promise<Buffer>;
}

/** How a transcript is written as a file. Segments whose text the person emptied are left out. */
export const FORMATS: Record<TranscriptFormat, Format> = {
  txt: { type: "text/plain", write: ({ segments }) => spoken(segments, (each) => `${said(each)}\n`) },
  md: {
    type: "text/markdown",
    write: ({ title, segments }) =>
      `# ${markdown(title)}\n\n${spoken(segments, (each) => `**${clock(each.startMs)}** ${markdown(said(each))}\n\n`)}`,
  },
  srt: {
    type: "application/x-subrip",
    write: ({ segments }) =>
      spoken(segments, (each, index) => `${index + 1}\n${cue(each, ",")}\n${lines(said(each))}\n\n`),
  },
  vtt: {
    type: "text/vtt",
    write: ({ segments }) => `WEBVTT\n\n${spoken(segments, (each) => `${cue(each, ".")}\n${lines(voice(each))}\n\n`)}`,
  },
  json: {
    type: "application/json",
    write: ({ title, seconds, segments, notes }) => `${JSON.stringify({ title, seconds, segments, notes }, null, 2)}\n`,
  },
  csv: {
    type: "text/csv",
    write: ({ segments }) =>
      `start,end,speaker,text\r\n${spoken(segments, (each) => `${row([exact(each.startMs, "."), exact(each.endMs, "."), each.speaker ?? "", each.text])}\r\n`)}`,
  },
  docx: {
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    write: async (transcript) => (await import("./word-document.ts")).writeWordDocument(transcript),
  },
};

/** The text, behind the name of who says it. */
const said = ({ speaker, text }: Segment) => (speaker ? `${speaker}: ${text}` : text);
/** The `<v>` tag of WebVTT names the speaker. */
const voice = ({ speaker, text }: Segment) => (speaker ? `<v ${escaped(speaker)}>${escaped(text)}` : escaped(text));

/** RFC 4180; what a table would take for a formula is text. */
const row = (cells: readonly string[]) =>
  cells.map((cell) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(",");

const spoken = (segments: readonly Segment[], write: (segment: Segment, index: number) => string) =>
  segments
    .filter(({ text }) => text)
    .map(write)
    .join("");

const cue = ({ startMs, endMs }: Segment, point: string) => `${exact(startMs, point)} --> ${exact(endMs, point)}`;

/** 00:01:02,345 */
const exact = (ms: number, point: string) =>
  `${[ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => padded(part, 2)).join(":")}${point}${padded(ms % 1000, 3)}`;

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
