import { transcription } from "@tessera/contracts-billing/meters.ts";
import { FileStore } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import {
  DECODE,
  machine,
  processesFor,
  RECOGNISE,
  SECOND,
  SpeechProcesses,
  WINDOW_SECONDS,
} from "../speech/speech-processes.ts";
import { WAV_PIECE } from "../speech/wav-sound.ts";
import { audio, withPauses } from "../testing/sound.ts";
import { startTranscribe, type TranscribeWorld, upload } from "../testing/transcribe-world.ts";
import { wavFile } from "../testing/wav-files.ts";

let world: TranscribeWorld;
let wav: Buffer;
beforeAll(async () => {
  world = await startTranscribe();
  wav = await audio("speechbrain-spk1_snt1.wav");
  // Loads the models, which takes seconds of a busy machine, once for all tests.
  const silence = { value: { last: true, terms: [], model: null }, blobs: [Buffer.alloc(SECOND)] };
  await world.application.nest.get(SpeechProcesses).read(RECOGNISE, silence, { person: "test" });
});
afterAll(() => world.stop());

const HEARD = "The child almost hurt the small dog.";

type Client = Awaited<ReturnType<TranscribeWorld["person"]>>["transcribe"];
const send = (transcribe: Client, content: Uint8Array, name: string, key: string = crypto.randomUUID()) =>
  transcribe.upload(upload(content, name), key);
const query = (statement: ReturnType<typeof sql>) => world.database.system((tx) => tx.execute(statement));
const keys = async (userId: string) => {
  const found: string[] = [];
  for await (const key of world.application.nest.get(FileStore).list(`transcribe/${userId}`)) found.push(key);
  return found;
};

test("a recording becomes text with times, once however often the request is sent", async () => {
  const { userId, transcribe } = await world.person();
  const key = crypto.randomUUID();
  const sent = await send(transcribe, wav, "C:\\talks\\Small dog.wav", key);
  expect(sent).toMatchObject({ title: "Small dog", fileName: "Small dog.wav", failure: null });
  expect((await send(transcribe, wav, "C:\\talks\\Small dog.wav", key)).id).toBe(sent.id);
  await world.jobsIdle();
  const { segments, ...recording } = await transcribe.transcript(sent.id);
  expect(recording).toMatchObject({ state: "done", seconds: 2.87, doneSeconds: 2.87, bytes: wav.length });
  expect(segments.map(({ text }) => text)).toEqual(["The child almost hurt the small dog."]);
  const [{ startMs, endMs, confidence, words }] = segments as [(typeof segments)[0]];
  expect(startMs).toBeLessThan(400);
  expect(endMs).toBeGreaterThan(2000);
  expect(confidence).toBeGreaterThan(0.7);
  expect(words.map(({ text }) => text)).toEqual(["The", "child", "almost", "hurt", "the", "small", "dog."]);
  expect(words.every((word, at) => word.startMs >= (words[at - 1]?.endMs ?? startMs) && word.endMs <= endMs)).toBe(
    true,
  );
  expect(Buffer.from(await (await transcribe.audio(sent.id)).arrayBuffer()).equals(wav)).toBe(true);
  expect(await transcribe.recordings({ q: "small DOG" })).toMatchObject({ items: [{ id: sent.id }], total: 1 });
  expect((await transcribe.recordings({ q: "%" })).items).toEqual([]);
  expect(await keys(userId)).toEqual([`transcribe/${userId}/${sent.id}`]);
});

/** Bytes that were read at once of these files from now on, and files that were written out of memory. */
function watchFiles(isWatched: (key: string) => boolean) {
  const files = world.application.nest.get(FileStore);
  const { open, put } = files;
  const [read, fromMemory]: [number[], string[]] = [[], []];
  files.open = async (key, range) => {
    const opened = await open.call(files, key, range);
    if (isWatched(key)) read.push(range ? (range.end ?? opened.bytes - 1) - range.start + 1 : opened.bytes);
    return opened;
  };
  files.put = (key, content, options) => {
    if (Buffer.isBuffer(content)) fromMemory.push(key);
    return put.call(files, key, content, options);
  };
  return { read, fromMemory, end: () => Object.assign(files, { open, put }) };
}

test("a sentence across two windows is kept whole, and a transcription continues after its last segment", async () => {
  const { transcribe } = await world.person();
  const watched = watchFiles((key) => key.endsWith(".pcm"));
  const { id } = await send(transcribe, withPauses(wav, [0, 58.5]), "long.wav");
  await world.jobsIdle();
  watched.end();
  // However long a recording is, a window of it is in memory.
  expect(watched.fromMemory).toEqual([]);
  expect(watched.read.length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...watched.read)).toBeLessThanOrEqual(WINDOW_SECONDS * SECOND);
  const [first, second, ...others] = (await transcribe.transcript(id)).segments;
  expect(others).toEqual([]);
  expect([first!.text, second!.text]).toEqual([expect.stringContaining("small dog"), first!.text]);
  expect(Math.abs(second!.startMs - 58_500)).toBeLessThan(300);
  await transcribe.changeSegment(id, first!.startMs, { text: "Mine.", seen: first!.text });
  const late = transcribe.changeSegment(id, first!.startMs, { text: "Other.", seen: first!.text });
  await expect(late).rejects.toMatchObject({ status: 409, code: "segment_changed" });
  // As a process leaves it that was killed behind the first segment.
  await query(sql`delete from transcribe.segment where recording_id = ${id} and start_ms > ${first!.startMs}`);
  await query(sql`
    update transcribe.recording set state = 'cancelled', done_ms = ${first!.endMs} where id = ${id}`);
  await transcribe.resume(id);
  await expect(transcribe.resume(id)).rejects.toMatchObject({ code: "recording_runs" });
  await expect(transcribe.remove(id)).rejects.toMatchObject({ code: "recording_runs" });
  await world.jobsIdle();
  const again = await transcribe.transcript(id);
  expect(again.state).toBe("done");
  expect(again.segments).toHaveLength(2);
  expect(again.segments[0]).toMatchObject({ startMs: first!.startMs, heard: first!.text, text: "Mine.", edited: true });
  expect(again.segments[1]!.text).toBe(second!.text);
});

/** The sentence as a recorder writes it whose files need decoding: three pieces of them. */
function meeting(): { file: Buffer; seconds: number } {
  const seconds = 25;
  const values = Array.from({ length: seconds * 16_000 * 2 }, (_, at) => {
    const place = 44 + (at >> 1) * 2;
    return place + 2 <= wav.length ? wav.readInt16LE(place) / 32_768 : 0;
  });
  const file = wavFile(values, { bits: 24, channels: 2, isExtensible: true });
  expect(file.length).toBeGreaterThan(2 * WAV_PIECE);
  return { file, seconds };
}

test("a recording that needs decoding is read a piece at a time, and becomes the same text", async () => {
  const { userId, transcribe } = await world.person();
  const { file, seconds } = meeting();
  const watched = watchFiles((key) => !key.endsWith(".pcm"));
  const { id } = await send(transcribe, file, "meeting.wav");
  await world.jobsIdle();
  watched.end();
  expect(await transcribe.transcript(id)).toMatchObject({ state: "done", seconds, segments: [{ text: HEARD }] });
  expect(watched.fromMemory).toEqual([]);
  expect(Math.max(...watched.read)).toBeGreaterThan(WAV_PIECE / 2);
  expect(Math.max(...watched.read)).toBeLessThanOrEqual(WAV_PIECE);
  expect(await keys(userId)).toEqual([`transcribe/${userId}/${id}`]);
});

test("a recording that is stopped while it is decoded is decoded no further, and leaves no sound", async () => {
  const { userId, transcribe } = await world.person();
  const processes = world.application.nest.get(SpeechProcesses);
  const { read } = processes;
  const sent = Promise.withResolvers<string>();
  let pieces = 0;
  processes.read = async (reader, ...rest) => {
    if (reader.name === DECODE.name) {
      pieces += 1;
      await transcribe.cancel(await sent.promise);
    }
    return read.call(processes, reader, ...rest) as never;
  };
  try {
    const { id } = await send(transcribe, meeting().file, "meeting.wav");
    sent.resolve(id);
    await world.jobsIdle();
    expect(await transcribe.transcript(id)).toMatchObject({ state: "cancelled", segments: [] });
    expect(pieces).toBe(1);
    expect(await keys(userId)).toEqual([`transcribe/${userId}/${id}`]);
  } finally {
    processes.read = read;
  }
});

test("what is no audio is refused at once, what is damaged when it is read, in words", async () => {
  const { userId, transcribe } = await world.person();
  const text = send(transcribe, Buffer.from("Dear diary, today"), "diary.wav");
  await expect(text).rejects.toMatchObject({ status: 415, message: expect.stringContaining("diary.wav") });
  await expect(transcribe.upload(new FormData(), crypto.randomUUID())).rejects.toMatchObject({ status: 400 });
  expect(await keys(userId)).toEqual([]);
  const damaged = Buffer.from(wav.subarray(0, 60));
  damaged.writeUInt16LE(85, 20);
  const { id } = await send(transcribe, damaged, "mp3-in-wav.wav");
  await world.jobsIdle();
  expect(await transcribe.transcript(id)).toMatchObject({
    state: "failed",
    failure: "The WAV file is compressed in a way that is not supported. Save it as PCM.",
    segments: [],
  });
  await transcribe.remove(id);
  expect(await keys(userId)).toEqual([]);
});

test("recordings are their person's own, and for people with a plan that has room", async () => {
  const [ines, tomas] = [await world.person(), await world.person()];
  const { id } = await send(ines.transcribe, wav, "private.wav");
  await world.jobsIdle();
  const refused = { status: 404, code: "recording_not_found" };
  const { transcribe } = tomas;
  for (const call of [
    () => transcribe.transcript(id),
    () => transcribe.rename(id, { title: "Mine" }),
    () => transcribe.changeSegment(id, 0, { text: "Mine", seen: "" }),
    () => transcribe.cancel(id),
    () => transcribe.resume(id),
    () => transcribe.remove(id),
    () => transcribe.audio(id),
    () => transcribe.exportFile(id, "txt"),
  ])
    await expect(call()).rejects.toMatchObject(refused);
  await expect(transcribe.recordings({ cursor: id })).rejects.toMatchObject({ status: 400, code: "invalid_cursor" });
  expect((await ines.transcribe.transcript(id)).segments).toHaveLength(1);
  world.billing.entitlements = { "transcribe.recordings": 1 };
  const small = await world.person();
  await send(small.transcribe, wav, "one.wav");
  const second = send(small.transcribe, wav, "two.wav");
  await expect(second).rejects.toMatchObject({ status: 402, code: "plan_limit_reached" });
  expect((await keys(small.userId)).filter((key) => !key.endsWith(".pcm"))).toHaveLength(1);
  world.billing.entitlements = {};
  world.billing.status = "inactive";
  const third = await world.person();
  await expect(third.transcribe.recordings({})).rejects.toMatchObject({ status: 402, code: "subscription_required" });
  world.billing.status = "active";
  await world.jobsIdle();
});

test("a month that is used up refuses new work, keeps what waits, and counts each second once", async () => {
  const { userId, transcribe } = await world.person();
  const month = `${world.clock.now().toISOString().slice(0, 7)}-01`;
  await query(sql`insert into kit.usage_standing (user_id, meter, month, used, stop_at)
    values (${userId}, ${transcription.name}, ${month}::date, 60, 60)`);
  const refused = { status: 402, code: "usage_limit_reached" };
  await expect(send(transcribe, wav, "refused.wav")).rejects.toMatchObject(refused);
  expect(await keys(userId)).toEqual([]);
  const stopAt = (limit: number) =>
    query(sql`update kit.usage_standing set stop_at = ${limit} where user_id = ${userId}`);
  await stopAt(62);
  const { id } = await send(transcribe, wav, "three-seconds.wav");
  await world.jobsIdle();
  expect(await transcribe.transcript(id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("Transcription"),
    segments: [],
  });
  await stopAt(63);
  await transcribe.resume(id);
  await world.jobsIdle();
  expect(await transcribe.transcript(id)).toMatchObject({ state: "done" });
  const { rows } = await query(sql`select quantity from kit.usage where user_id = ${userId}`);
  expect(rows.map(({ quantity }) => Number(quantity))).toEqual([3]);
  await expect(send(transcribe, wav, "more.wav")).rejects.toMatchObject(refused);
});

test("five recordings wait at once, and one that is stopped leaves room for another", async () => {
  const { transcribe } = await world.person();
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) => send(transcribe, wav, `${index}.wav`)),
  );
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  // One may be done before the last arrives; never do more than five wait.
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 429, code: "too_many_recordings" });
  expect(refusals.length).toBeLessThanOrEqual(1);
  for (const { id } of (await transcribe.recordings({})).items) await transcribe.cancel(id).catch(() => undefined);
  await world.jobsIdle();
  const { items } = await transcribe.recordings({});
  expect(items.filter(({ state }) => state !== "done" && state !== "cancelled")).toEqual([]);
  await expect(transcribe.cancel(items[0]!.id)).rejects.toMatchObject({ code: "recording_ended" });
});

test("as many recordings are recognised at once as there are processes for them", async () => {
  const processes = world.application.nest.get(SpeechProcesses);
  const atOnce = Math.min(3, processesFor(machine()));
  const { read } = processes;
  let [come, most] = [0, 0];
  let release: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  processes.read = async (reader, ...rest) => {
    come += reader.name === RECOGNISE.name ? 1 : 0;
    if (come === atOnce) release();
    await all;
    const heard = read.call(processes, reader, ...rest);
    most = Math.max(most, processes.running);
    return heard as never;
  };
  try {
    const people = await Promise.all(Array.from({ length: atOnce }, () => world.person()));
    const sent = people.map(async ({ transcribe }) => (await send(transcribe, wav, "a.wav")).id);
    const ids = await Promise.all(sent);
    await world.jobsIdle();
    for (const [at, { transcribe }] of people.entries())
      expect(await transcribe.transcript(ids[at]!)).toMatchObject({ state: "done", segments: [{ heard: HEARD }] });
    expect(most).toBeGreaterThanOrEqual(atOnce);
  } finally {
    processes.read = read;
  }
});
