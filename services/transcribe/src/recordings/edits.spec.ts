import { MAX_NOTES } from "@tessera/contracts-transcribe/limits.ts";
import type { NewSegment, Segment } from "@tessera/contracts-transcribe/recordings.ts";
import AdmZip from "adm-zip";
import { sql } from "drizzle-orm";
import { startTranscribe, type TranscribeWorld } from "../testing/transcribe-world.ts";

let world: TranscribeWorld;
beforeAll(async () => {
  world = await startTranscribe();
});
afterAll(() => world.stop());

/** A person with a transcribed recording of two sentences. */
async function recorded() {
  const { userId, transcribe } = await world.person();
  const id = crypto.randomUUID();
  await world.database.system(async (tx) => {
    await tx.execute(sql`
      insert into transcribe.recording
        (id, user_id, title, file_name, file_key, bytes, state, length_ms, done_ms, created_at)
      values (${id}, ${userId}, 'Talk', 'talk.wav', ${`transcribe/${userId}/${id}`}, 1, 'done', 9000, 9000, now())`);
    await tx.execute(sql`
      insert into transcribe.segment (recording_id, user_id, start_ms, end_ms, text, heard, confidence, words) values
        (${id}, ${userId}, 1000, 3000, 'Good morning', 'Good morning', 0.9,
          '[[1000, 1800, 0.9], [2000, 3000, 0.4]]'::jsonb),
        (${id}, ${userId}, 4000, 8000, 'how are you', 'how are you', 0.8, '[]'::jsonb)`);
  });
  return { id, transcribe };
}
const toNew = ({ edited, ...segment }: Segment): NewSegment => segment;
const places = (segments: Segment[]) => segments.map(({ startMs, endMs, text }) => [startMs, endMs, text]);

test("words keep their times when a text changes; those of before get a share of their segment", async () => {
  const { id, transcribe } = await recorded();
  const { segments } = await transcribe.transcript(id);
  expect(segments[0]!.words).toEqual([
    { text: "Good", startMs: 1000, endMs: 1800, confidence: 0.9, heard: null },
    { text: "morning", startMs: 2000, endMs: 3000, confidence: 0.4, heard: null },
  ]);
  expect(segments[1]!.words.map(({ text, confidence }) => [text, confidence])).toEqual([
    ["how", null],
    ["are", null],
    ["you", null],
  ]);
  expect(segments[1]!.words[0]!.startMs).toBe(4000);
  expect(segments[1]!.words[2]!.endMs).toBe(8000);
  const changed = await transcribe.changeSegment(id, 1000, { text: "Good evening", seen: "Good morning" });
  expect(changed).toMatchObject({ edited: true, heard: "Good morning" });
  expect(changed.words).toEqual([
    { text: "Good", startMs: 1000, endMs: 1800, confidence: 0.9, heard: null },
    { text: "evening", startMs: 1800, endMs: 3000, confidence: null, heard: null },
  ]);
  expect((await transcribe.transcript(id)).segments[0]).toEqual(changed);
});

test("segments are joined and split again, unless they changed meanwhile or the parts do not fit", async () => {
  const { id, transcribe } = await recorded();
  const before = (await transcribe.transcript(id)).segments;
  const [first, second] = before.map(toNew) as [NewSegment, NewSegment];
  const seen = before.map(({ startMs, text }) => ({ startMs, text }));
  const joined: NewSegment = {
    ...first,
    endMs: second.endMs,
    text: "Good morning how are you",
    heard: "Good morning how are you",
    words: [...first.words, ...second.words],
  };
  const { segments } = await transcribe.replaceSegments(id, { seen, segments: [joined] });
  expect(places(segments)).toEqual([[1000, 8000, "Good morning how are you"]]);
  const stale = transcribe.replaceSegments(id, { seen, segments: [joined] });
  await expect(stale).rejects.toMatchObject({ status: 409, code: "segment_changed" });
  const own = [{ startMs: 1000, text: joined.text }];
  for (const parts of [
    [{ ...first, endMs: 5000 }, second],
    [first, { ...second, endMs: 9000 }],
    [{ ...first, startMs: 0 }, second],
    [first, { ...second, words: second.words.map((word) => ({ ...word, endMs: 8001 })) }],
  ]) {
    const wrong = transcribe.replaceSegments(id, { seen: own, segments: parts });
    await expect(wrong).rejects.toMatchObject({ status: 400, code: "segments_overlap" });
  }
  await transcribe.replaceSegments(id, { seen: own, segments: [first, second] });
  expect((await transcribe.transcript(id)).segments).toEqual(before);
});

test("speakers and notes are kept, are their person's own, and are in the files that are saved", async () => {
  const { id, transcribe } = await recorded();
  const note = crypto.randomUUID();
  await transcribe.nameSpeaker(id, { startMs: [1000, 4000], speaker: "Ada <3" });
  await transcribe.nameSpeaker(id, { startMs: [4000], speaker: null });
  await transcribe.writeNote(id, note, { atMs: 4500, text: "Ask for more" });
  await transcribe.writeNote(id, note, { atMs: 4500, text: "Ask for less" });
  const { segments, notes } = await transcribe.transcript(id);
  expect(segments.map(({ speaker }) => speaker)).toEqual(["Ada <3", null]);
  expect(notes).toMatchObject([{ id: note, atMs: 4500, text: "Ask for less" }]);
  const file = async (format: "vtt" | "csv" | "docx") =>
    Buffer.from(await (await transcribe.exportFile(id, format)).arrayBuffer());
  expect(`${await file("vtt")}`).toContain("00:00:01.000 --> 00:00:03.000\n<v Ada &lt;3>Good morning\n");
  expect(`${await file("csv")}`).toContain('"00:00:01.000","00:00:03.000","Ada <3","Good morning"\r\n');
  const document = new AdmZip(await file("docx")).readAsText("word/document.xml");
  for (const text of ["Talk", "Ada &lt;3: ", "Good morning", "how are you", "Notes", "Ask for less"])
    expect(document).toContain(`>${text}</w:t>`);

  const other = await recorded();
  for (const call of [
    () => other.transcribe.nameSpeaker(id, { startMs: [1000], speaker: "Eve" }),
    () => other.transcribe.writeNote(id, note, { atMs: 0, text: "Mine" }),
    () => other.transcribe.removeNote(id, note),
    () => other.transcribe.replaceSegments(id, { seen: [{ startMs: 0, text: "" }], segments: [toNew(segments[0]!)] }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404, code: "recording_not_found" });
  // The id that somebody else's note has is free in one's own recording.
  await other.transcribe.writeNote(other.id, note, { atMs: 0, text: "Mine" });
  await transcribe.removeNote(id, note);
  await expect(transcribe.removeNote(id, note)).rejects.toMatchObject({ status: 404, code: "note_not_found" });
  expect((await other.transcribe.transcript(other.id)).notes).toMatchObject([{ text: "Mine" }]);
});

test("a recording has so many notes at most, and those that are there can still be changed", async () => {
  const { id, transcribe } = await recorded();
  const note = crypto.randomUUID();
  await transcribe.writeNote(id, note, { atMs: 0, text: "First" });
  await world.database.system((tx) =>
    tx.execute(sql`
      insert into transcribe.note select recording_id, gen_random_uuid(), user_id, at_ms, text, created_at
      from transcribe.note, generate_series(2, ${MAX_NOTES}) where recording_id = ${id}`),
  );
  const more = transcribe.writeNote(id, crypto.randomUUID(), { atMs: 0, text: "One more" });
  await expect(more).rejects.toMatchObject({ status: 409, code: "too_many_notes" });
  expect(await transcribe.writeNote(id, note, { atMs: 5, text: "Changed" })).toMatchObject({ atMs: 5 });
});
