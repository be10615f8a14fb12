import type { Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from "docx";
import { clock } from "./clock.ts";

/**
 * A transcript for word processors: each segment a paragraph behind its time and speaker, the summary in front of them,
 * notes at the end.
 */
export async function writeWordDocument({ title, segments, notes, summary }: Transcript): Promise<Buffer> {
  const at = (ms: number) => new TextRun({ text: `${clock(ms)}  `, color: "767676" });
  const paragraph = (runs: TextRun[]) => new Paragraph({ children: runs, spacing: { after: 160 } });
  const heading = (text: string) => new Paragraph({ text, heading: HeadingLevel.HEADING_2 });
  const moments = (all: readonly { atMs: number; text: string }[]) =>
    all.map(({ atMs, text }) => paragraph([at(atMs), new TextRun(plain(text))]));
  const points = summary?.points ?? [];
  const children = [
    new Paragraph({ text: plain(title), heading: HeadingLevel.HEADING_1 }),
    ...(points.length ? [heading("Summary"), ...moments(points), heading("Transcript")] : []),
    ...segments
      .filter(({ text }) => text)
      .map(({ startMs, speaker, text }) =>
        paragraph([
          at(startMs),
          ...(speaker ? [new TextRun({ text: `${plain(speaker)}: `, bold: true })] : []),
          new TextRun(plain(text)),
        ]),
      ),
    ...(notes.length ? [heading("Notes"), ...moments(notes)] : []),
  ];
  return Packer.toBuffer(new Document({ title: plain(title), sections: [{ children }] }));
}

/** XML has no place for control characters, nor for half a character. */
const plain = (text: string) => text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, " ").toWellFormed();
