import type { Segment, Transcript, TranscriptFormat } from "@tessera/contracts-transcribe/recordings.ts";
import { clock, padded } from "./clock.ts";
import { type Cue, cuesOf } from "./cues.ts";

interface Format {
  type: string;
  write(transcript: Transcript): string | Promise<Buffer>;
}

/** How a transcript is written as a file. Segments whose text the person emptied are left out. */
export const FORMATS: Record<TranscriptFormat, Format> = {
  txt: { type: "text/plain", write: ({ segments }) => spoken(segments, (each) => `${said(each)}\n`) },
  md: {
    type: "text/markdown",
    write: ({ title, segments, notes, summary }) => {
      const text = spoken(segments, (each) => `**${clock(each.startMs)}** ${markdown(said(each))}\n\n`);
      const [points, written] = [listed("Summary", summary?.points ?? []), listed("Notes", notes)];
      return `# ${markdown(title)}\n\n${points}${points && "## Transcript\n\n"}${text}${written}`;
    },
  },
  srt: {
    type: "application/x-subrip",
    write: ({ segments }) =>
      cues(segments, ({ speaker }) => speaker && `${speaker}:`)
        .map(({ cue }, index) => `${index + 1}\n${times(cue, ",")}\n${cue.lines.join("\n")}\n\n`)
        .join(""),
  },
  vtt: {
    type: "text/vtt",
    write: ({ segments }) =>
      `WEBVTT\n\n${cues(segments)
        .map(({ cue, voice }) => `${times(cue, ".")}\n${voice}${escaped(cue.lines.join("\n"))}\n\n`)
        .join("")}`,
  },
  json: {
    type: "application/json",
    write: ({ title, seconds, summary, segments, notes }) =>
      `${JSON.stringify({ title, seconds, summary: summary?.points ?? [], segments, notes }, null, 2)}\n`,
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

/** A section of Markdown with a line for each moment; nothing without any. */
const listed = (heading: string, moments: readonly { atMs: number; text: string }[]) =>
  moments.length
    ? `## ${heading}\n\n${moments.map(({ atMs, text }) => `- **${clock(atMs)}** ${markdown(oneLine(text))}\n`).join("")}\n`
    : "";
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text, behind the name of who says it. */
const said = ({ speaker, text }: Segment) => (speaker ? `${speaker}: ${text}` : text);
/** Subtitles, each with the tag of WebVTT that names its speaker. @param before what stands in front of a segment */
const cues = (segments: readonly Segment[], before: (segment: Segment) => string | null = () => null) =>
  segments
    .filter(({ text }) => text)
    .flatMap((segment) => {
      const voice = segment.speaker ? `<v ${escaped(segment.speaker)}>` : "";
      return cuesOf(segment, before(segment) ?? "").map((cue) => ({ cue, voice }));
    });

/** RFC 4180; what a table would take for a formula is text. */
const row = (cells: readonly string[]) =>
  cells.map((cell) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(",");

const spoken = (segments: readonly Segment[], write: (segment: Segment) => string) =>
  segments
    .filter(({ text }) => text)
    .map(write)
    .join("");

const times = ({ startMs, endMs }: Cue, point: string) => `${exact(startMs, point)} --> ${exact(endMs, point)}`;

/** 00:01:02,345 */
const exact = (ms: number, point: string) =>
  `${[ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => padded(part, 2)).join(":")}${point}${padded(ms % 1000, 3)}`;

/** A cue may neither hold tags nor the arrow between times. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const markdown = (text: string) => text.replace(/[\\`*_[\]<>#|]/g, "\\$&");
