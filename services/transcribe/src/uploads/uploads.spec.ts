import { request as httpRequest } from "node:http";
import { UPLOADS } from "@tessera/contracts-transcribe/client.ts";
import { MAX_RECORDING_BYTES, MAX_UPLOADS, UPLOAD_HOURS } from "@tessera/contracts-transcribe/limits.ts";
import { FileStore } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { audio } from "../testing/sound.ts";
import { startTranscribe, type TranscribeWorld } from "../testing/transcribe-world.ts";
import { idOf, tus } from "../testing/tus.ts";
import { DeleteOldUploads } from "./delete-old-uploads.ts";

let world: TranscribeWorld;
let wav: Buffer;
beforeAll(async () => {
  world = await startTranscribe();
  wav = await audio("speechbrain-spk1_snt1.wav");
});
afterAll(() => world.stop());

async function person() {
  const { userId, transcribe } = await world.person();
  const token = await world.token({ userId });
  return { userId, transcribe, token, ...tus(world.client(token)) };
}
async function keys(userId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of world.application.nest.get(FileStore).list(`transcribe/${userId}`)) found.push(key);
  return found;
}
const rows = async (userId: string) =>
  (await world.database.system((tx) => tx.execute(sql`select * from transcribe.upload where user_id = ${userId}`)))
    .rows;

test("a file that arrives in parts becomes one recording, however often that is asked for", async () => {
  const { userId, transcribe, create, append, offset, send } = await person();
  const path = await create(wav.length, "C:\\talks\\Small dog.wav");
  expect(path).toBe(`${UPLOADS}/${idOf(path)}`);
  expect(await offset(path)).toBe(0);
  await expect(transcribe.transcribeUpload(idOf(path))).rejects.toMatchObject({
    status: 409,
    code: "upload_unfinished",
  });
  expect(await append(path, 0, wav.subarray(0, 40_000))).toBe(40_000);
  // As after a restart: another process knows it as well.
  await world.restart();
  const head = await send("HEAD", path);
  const [{ created_at }] = (await rows(userId)) as [{ created_at: string }];
  expect(Object.fromEntries(head.headers)).toMatchObject({
    ...{ "upload-offset": "40000", "upload-length": String(wav.length), "tus-resumable": "1.0.0" },
    "upload-expires": new Date(new Date(created_at).getTime() + UPLOAD_HOURS * 3_600_000).toUTCString(),
  });
  await expect(append(path, 0, wav)).rejects.toMatchObject({ status: 409, code: "upload_elsewhere" });
  expect(await append(path, 40_000, wav.subarray(40_000))).toBe(wav.length);
  const answers = await Promise.all([1, 2, 3].map(() => transcribe.transcribeUpload(idOf(path))));
  for (const answer of [...answers, await transcribe.transcribeUpload(idOf(path))])
    expect(answer).toMatchObject({ id: idOf(path), title: "Small dog", bytes: wav.length });
  expect((await transcribe.recordings({})).total).toBe(1);
  expect(Buffer.from(await (await transcribe.audio(idOf(path))).arrayBuffer()).equals(wav)).toBe(true);
  expect(await rows(userId)).toEqual([]);
  await world.jobsIdle();
  expect(await transcribe.transcript(idOf(path))).toMatchObject({ state: "done", seconds: 2.87 });
  expect(await keys(userId)).toEqual([`transcribe/${userId}/${idOf(path)}`]);
});

/** Bytes of a part that the service stores; more of a request are on the way then. */
const PART = 4 * 1024 * 1024;

test("what arrived before a connection was cut stays, and the rest follows it", async () => {
  const { userId, token, create, append, offset, transcribe } = await person();
  const long = Buffer.concat([wav, Buffer.alloc(2 * PART)]);
  const path = await create(long.length, "cut.wav");
  const cut = httpRequest(`${world.url}${path}`, {
    method: "PATCH",
    headers: {
      ...{ authorization: `Bearer ${token}`, "tus-resumable": "1.0.0", "upload-offset": "0" },
      ...{ "content-type": "application/offset+octet-stream", "content-length": long.length },
    },
  });
  cut.on("error", () => undefined);
  cut.write(long.subarray(0, PART + wav.length));
  await until("the first part to be kept", async () => (await offset(path)) >= PART);
  cut.destroy();
  await until("the rest to be taken", async () => {
    const there = await offset(path);
    return append(path, there, long.subarray(there)).catch((error: { code?: string }) => {
      // The request that was cut wrote its last bytes meanwhile: ask again, as clients do.
      if (error.code === "upload_elsewhere") return null;
      throw error;
    });
  });
  await transcribe.transcribeUpload(idOf(path));
  expect(Buffer.from(await (await transcribe.audio(idOf(path))).arrayBuffer()).equals(long)).toBe(true);
  await transcribe.cancel(idOf(path));
  expect(await keys(userId)).not.toEqual(expect.arrayContaining([expect.stringContaining(".parts/")]));
});

test("of four requests that write at the same place one counts", async () => {
  const { create, append, userId } = await person();
  const path = await create(wav.length, "twice.wav");
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => append(path, 0, wav.subarray(0, 30_000))));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "upload_elsewhere" });
  expect(await keys(userId)).toHaveLength(1);
  expect(await rows(userId)).toMatchObject([{ received: 30_000 }]);
});

test("what cannot become a recording is refused before its bytes, with nothing kept", async () => {
  const { userId, create, append, send, transcribe } = await person();
  await expect(create(MAX_RECORDING_BYTES + 1, "long.wav")).rejects.toMatchObject({
    ...{ status: 413, code: "recording_too_large" },
  });
  await expect(create(0, "empty.wav")).rejects.toMatchObject({ status: 400, code: "upload_invalid" });
  await expect(send("POST", UPLOADS)).rejects.toMatchObject({ status: 400, code: "upload_invalid" });
  await expect(send("POST", UPLOADS, { "upload-defer-length": "1" })).rejects.toMatchObject({ code: "upload_invalid" });
  await expect(send("POST", UPLOADS, { "tus-resumable": "0.2.0" })).rejects.toMatchObject({ status: 400 });
  await expect(world.client(await world.token({ userId }))(UPLOADS, { method: "POST" })).resolves.toMatchObject({
    status: 412,
  });
  expect(await rows(userId)).toEqual([]);
  const path = await create(5, "diary.wav");
  await expect(append(path, 0, Buffer.from("Dear diary"))).rejects.toMatchObject({ code: "upload_invalid" });
  await append(path, 0, Buffer.from("Dear."));
  await expect(append(path, 5, Buffer.from("More"))).rejects.toMatchObject({ code: "upload_invalid" });
  await expect(transcribe.transcribeUpload(idOf(path))).rejects.toMatchObject({ status: 415 });
  await expect(transcribe.transcribeUpload(idOf(path))).rejects.toMatchObject({ code: "upload_not_found" });
  expect([await keys(userId), await rows(userId)]).toEqual([[], []]);
});

test("who has no plan for it uploads nothing", async () => {
  world.billing.entitlements = { "transcribe.recordings": 0 };
  const { userId, create } = await person();
  const refused = create(9, "none.wav");
  await expect(refused).rejects.toMatchObject({ status: 402, code: "not_in_plan" });
  world.billing.entitlements = {};
  expect(await rows(userId)).toEqual([]);
});

test("uploads are their person's own", async () => {
  const [ines, tomas] = [await person(), await person()];
  const path = await ines.create(wav.length, "private.wav");
  const refused = { status: 404, code: "upload_not_found" };
  await expect(tomas.offset(path)).rejects.toMatchObject({ status: 404 });
  await expect(tomas.append(path, 0, wav)).rejects.toMatchObject(refused);
  await expect(tomas.send("DELETE", path)).rejects.toMatchObject(refused);
  await expect(tomas.transcribe.transcribeUpload(idOf(path))).rejects.toMatchObject(refused);
  expect(await ines.offset(path)).toBe(0);
  expect([await keys(ines.userId), await keys(tomas.userId)]).toEqual([[], []]);
});

test("an upload is begun once for a key, ten wait at most, and one that is cancelled leaves nothing", async () => {
  const { userId, create, append, send } = await person();
  const key = { "idempotency-key": crypto.randomUUID() };
  const path = await create(wav.length, "one.wav", key);
  expect(await create(wav.length, "one.wav", key)).toBe(path);
  await append(path, 0, wav.subarray(0, 100));
  for (let count = 1; count < MAX_UPLOADS; count += 1) await create(9, `${count}.wav`);
  await expect(create(9, "more.wav")).rejects.toMatchObject({ status: 429, code: "too_many_uploads" });
  await send("DELETE", path);
  expect(await keys(userId)).toEqual([]);
  await expect(send("DELETE", path)).rejects.toMatchObject({ code: "upload_not_found" });
  await expect(create(wav.length, "one.wav", key)).rejects.toMatchObject({ code: "upload_not_found" });
  await create(9, "more.wav");
});

test("an upload that is not finished within a day is refused, then deleted with what arrived", async () => {
  const { userId, create, append, offset, transcribe } = await person();
  world.clock.set(new Date());
  const path = await create(wav.length, "old.wav");
  await append(path, 0, wav.subarray(0, 100));
  world.clock.advance(UPLOAD_HOURS * 3_600_000 - 1);
  await world.application.nest.get(DeleteOldUploads).run();
  expect(await offset(path)).toBe(100);
  world.clock.advance(1);
  await expect(offset(path)).rejects.toMatchObject({ status: 410 });
  await expect(append(path, 100, wav)).rejects.toMatchObject({ status: 410, code: "upload_expired" });
  await expect(transcribe.transcribeUpload(idOf(path))).rejects.toMatchObject({ code: "upload_expired" });
  await world.application.nest.get(DeleteOldUploads).run();
  expect([await keys(userId), await rows(userId)]).toEqual([[], []]);
});
