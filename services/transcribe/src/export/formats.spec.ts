import type { Segment, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import AdmZip from "adm-zip";
import { FORMATS } from "./formats.ts";

const segment = (startMs: number, endMs: number, text: string): Segment => ({
  ...{ startMs, endMs, text, heard: text, confidence: 0.9, edited: false, speaker: null, words: [] },
});
const transcript: Transcript = {
  ...{ id: crypto.randomUUID(), title: "A *talk*", fileName: "talk.wav", bytes: 1, state: "done", failure: null },
  ...{ seconds: 3700.5, doneSeconds: 3700.5, createdAt: "2026-11-01T00:00:00.000Z" },
  ...{ recogniser: { providerId: null, model: null, language: null }, providerName: null, language: "en" },
  ...{ resentSeconds: 0, soundDeletedAt: null, trashedAt: null, earlier: [], summary: null },
  segments: [
    segment(1_250, 3_040, "If <b>a</b> & --> b, then this sentence is a long one."),
    segment(4_000, 4_100, ""),
    segment(3_723_004, 3_724_000, "End."),
  ],
  notes: [],
};

test("subtitles have exact times, short lines and no markup, and leave out what was emptied", () => {
  expect(FORMATS.srt.write(transcript)).toBe(
    "1\n00:00:01,250 --> 00:00:03,040\nIf <b>a</b> & --> b, then this sentence is\na long one.\n\n2\n01:02:03,004 --> 01:02:04,000\nEnd.\n\n",
  );
  expect(FORMATS.vtt.write(transcript)).toBe(
    "WEBVTT\n\n00:00:01.250 --> 00:00:03.040\nIf &lt;b&gt;a&lt;/b&gt; &amp; --&gt; b, then this sentence is\na long one.\n\n01:02:03.004 --> 01:02:04.000\nEnd.\n\n",
  );
});

test("texts have one segment a line; Markdown takes nothing of it for markup; JSON holds all", () => {
  expect(FORMATS.txt.write(transcript)).toBe("If <b>a</b> & --> b, then this sentence is a long one.\nEnd.\n");
  expect(FORMATS.md.write(transcript)).toBe(
    "# A \\*talk\\*\n\n**0:01** If \\<b\\>a\\</b\\> & --\\> b, then this sentence is a long one.\n\n**1:02:03** End.\n\n",
  );
  expect(JSON.parse(FORMATS.json.write(transcript) as string)).toEqual({
    ...{ title: "A *talk*", seconds: 3700.5 },
    segments: transcript.segments,
    ...{ summary: [], notes: [] },
  });
});

test("Markdown, Word and JSON have the points of the summary with their times, and the notes", async () => {
  const points = [{ atMs: 1_250, text: "A *long* sentence." }];
  const whole: Transcript = {
    ...transcript,
    summary: { points, agent: null, edited: false, revision: 1, madeAt: transcript.createdAt },
    notes: [{ id: crypto.randomUUID(), atMs: 4_000, text: "Ask\n\nagain", createdAt: transcript.createdAt }],
  };
  const markdown = FORMATS.md.write(whole) as string;
  expect(markdown).toContain("\n\n## Summary\n\n- **0:01** A \\*long\\* sentence.\n\n## Transcript\n\n**0:01** If");
  expect(markdown).toMatch(/\*\*1:02:03\*\* End\.\n\n## Notes\n\n- \*\*0:04\*\* Ask again\n\n$/);
  expect(JSON.parse(FORMATS.json.write(whole) as string)).toMatchObject({ summary: points, notes: whole.notes });
  const document = new AdmZip((await FORMATS.docx.write(whole)) as Buffer).readAsText("word/document.xml");
  const places = ["Summary", "A *long* sentence.", "Transcript", "End.", "Notes"].map((text) =>
    document.indexOf(`>${text}</w:t>`),
  );
  expect(places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true);
});
