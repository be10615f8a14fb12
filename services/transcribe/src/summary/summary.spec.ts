import type { Segment } from "@tessera/contracts-transcribe/recordings.ts";
import { sql } from "drizzle-orm";
import { startTranscribe, type TranscribeWorld } from "../testing/transcribe-world.ts";
import { chooseSentences } from "./choose-sentences.ts";

let world: TranscribeWorld;
beforeAll(async () => {
  world = await startTranscribe();
});
afterAll(() => world.stop());

const TALK = [
  "Well, hello to all of you here.",
  "The new kitchen has oak fronts and a light worktop.",
  "It rained the whole day again.",
  "The carpenter sends his quote for the oak fronts on Friday.",
  "Nobody knows what the neighbour wants.",
  "Jonas orders the worktop when the quote is there.",
  "So much for that then, good night.",
];
/** A transcribed recording with a sentence each five seconds. */
async function recording(userId: string, texts = TALK): Promise<string> {
  const id = crypto.randomUUID();
  await world.database.system(async (tx) => {
    await tx.execute(sql`
      insert into transcribe.recording (id, user_id, title, file_name, file_key, bytes, state, length_ms, created_at)
      values (${id}, ${userId}, 'Talk', 'talk.wav', ${`transcribe/${userId}/${id}`}, 1, 'done', 60000, now())`);
    for (const [at, text] of texts.entries())
      await tx.execute(sql`
        insert into transcribe.segment (recording_id, user_id, start_ms, end_ms, text, heard, confidence)
        values (${id}, ${userId}, ${at * 5000}, ${at * 5000 + 4000}, ${text}, ${text}, 1)`);
  });
  return id;
}

test("sentences are chosen word for word, each at its moment, in the order of time", async () => {
  const { userId, transcribe } = await world.person();
  const id = await recording(userId);
  const summary = await transcribe.chooseSentences(id, { seen: null });
  expect(summary).toMatchObject({ agent: null, edited: false, revision: 1 });
  for (const { atMs, text } of summary.points) expect(TALK[atMs / 5000]).toBe(text);
  expect(summary.points.map(({ text }) => text)).toEqual([TALK[1], TALK[3], TALK[5]]);
  expect((await transcribe.transcript(id)).summary).toEqual(summary);
  const empty = await recording(userId, ["Yes.", "No."]);
  await expect(transcribe.chooseSentences(empty, { seen: null })).rejects.toMatchObject({
    code: "nothing_to_summarise",
  });
});

test("two sentences of a segment have their own moments, and what was said is not chosen again", () => {
  const words = ["One", "two", "three", "four", "five.", "Six", "seven", "eight", "nine", "ten."];
  const segment = (from: number): Segment => ({
    ...{ startMs: from, endMs: from + 5_000, text: words.join(" "), heard: "", confidence: 1, edited: false },
    speaker: null,
    words: words.map((text, at) => ({
      ...{ text, startMs: from + at * 500, endMs: from + at * 500 + 500, confidence: null, heard: null },
    })),
  });
  expect(chooseSentences([segment(0), segment(10_000)]).slice(0, 2)).toEqual([
    { atMs: 0, text: "One two three four five." },
    { atMs: 2_500, text: "Six seven eight nine ten." },
  ]);
});

test("what a person changed is not replaced unless they say so, nor what they did not see", async () => {
  const { userId, transcribe } = await world.person();
  const id = await recording(userId);
  const made = await transcribe.chooseSentences(id, { seen: null });
  const points = [
    { atMs: 6_000, text: "Oak it is" },
    { atMs: 1_000, text: "Hello" },
  ];
  const mine = await transcribe.writeSummary(id, { points, agent: null, edited: true, seen: made.revision });
  expect(mine).toMatchObject({ edited: true, revision: 2, points: [{ text: "Hello" }, { text: "Oak it is" }] });
  const refused = { status: 409, code: "summary_edited" };
  await expect(transcribe.chooseSentences(id, { seen: 2 })).rejects.toMatchObject(refused);
  const byAgent = { points, agent: "Scribe", edited: false };
  await expect(transcribe.writeSummary(id, { ...byAgent, seen: 2 })).rejects.toMatchObject(refused);
  const late = transcribe.writeSummary(id, { points, agent: null, edited: true, seen: 1 });
  await expect(late).rejects.toMatchObject({ status: 409, code: "summary_changed" });
  const outside = transcribe.writeSummary(id, { ...byAgent, points: [{ atMs: 60_001, text: "Late" }], seen: 2 });
  await expect(outside).rejects.toMatchObject({ status: 400, code: "summary_outside" });
  expect((await transcribe.transcript(id)).summary).toEqual(mine);
  // It is found by its words.
  expect((await transcribe.recordings({ q: "oak it IS" })).items).toMatchObject([{ id }]);
  const replaced = await transcribe.writeSummary(id, { ...byAgent, seen: 2, replacesEdited: true });
  expect(replaced).toMatchObject({ agent: "Scribe", edited: false, revision: 3 });
  await transcribe.removeSummary(id);
  expect((await transcribe.transcript(id)).summary).toBeNull();
});

test("a summary is its person's own", async () => {
  const [ines, tomas] = [await world.person(), await world.person()];
  const id = await recording(ines.userId);
  const change = { points: [{ atMs: 0, text: "Mine" }], agent: null, edited: true, seen: null };
  const gone = { status: 404, code: "recording_not_found" };
  await expect(tomas.transcribe.writeSummary(id, change)).rejects.toMatchObject(gone);
  await expect(tomas.transcribe.chooseSentences(id, { seen: null })).rejects.toMatchObject(gone);
  await expect(tomas.transcribe.removeSummary(id)).rejects.toMatchObject(gone);
  expect((await ines.transcribe.transcript(id)).summary).toBeNull();
});
