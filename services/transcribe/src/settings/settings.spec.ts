import { FileStore } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { startTranscribe, type TranscribeWorld, upload } from "../testing/transcribe-world.ts";
import { DeleteOldSound } from "./delete-old-sound.ts";

let world: TranscribeWorld;
beforeAll(async () => {
  world = await startTranscribe();
});
afterAll(() => world.stop());

const HERE = { providerId: null, model: null, language: null };
const DAY = 86_400_000;
/** Half a second in which nobody speaks: no model has to be loaded. */
const silence = () => {
  const file = Buffer.alloc(44 + 16_000);
  file.write("RIFF....WAVEfmt ", "latin1");
  for (const [value, at] of [
    [16, 16],
    [16_000, 24],
    [32_000, 28],
    [16_000, 40],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    file.writeUInt16LE(value, at);
  file.write("data", 36, "latin1");
  return file;
};
const send = async ({ transcribe }: Awaited<ReturnType<TranscribeWorld["person"]>>) =>
  (await transcribe.upload(upload(silence(), "memo.wav"), crypto.randomUUID())).id;
const sounds = async (userId: string) => {
  const keys: string[] = [];
  for await (const key of world.application.nest.get(FileStore).list(`transcribe/${userId}`)) keys.push(key);
  return keys.map((key) => key.split("/").at(-1));
};
const night = () => world.application.nest.get(DeleteOldSound).run();
/** As if a recording had been transcribed so long ago. */
const doneBefore = (id: string, days: number) =>
  world.database.system((tx) =>
    tx.execute(sql`
      update transcribe.recording
      set done_at = ${new Date(world.clock.now().getTime() - days * DAY).toISOString()} where id = ${id}`),
  );

test("settings are a person's own, and what this machine cannot do is refused", async () => {
  const [ines, tomas] = [await world.person(), await world.person()];
  expect(await ines.transcribe.settings()).toEqual({ recogniser: HERE, keepSoundDays: null });
  const recogniser = { providerId: crypto.randomUUID(), model: "whisper-1", language: "de" };
  expect(await ines.transcribe.changeSettings({ recogniser, keepSoundDays: 30 })).toEqual({
    ...{ recogniser, keepSoundDays: 30 },
  });
  expect(await tomas.transcribe.settings()).toMatchObject({ recogniser: HERE });
  const base = { recogniser: { ...HERE, model: "moonshine-base" }, keepSoundDays: null };
  expect(await (await world.person()).transcribe.changeSettings(base)).toEqual(base);
  for (const wrong of [
    { recogniser: { ...HERE, language: "de" }, keepSoundDays: null },
    { recogniser: { ...HERE, model: "whisper-1" }, keepSoundDays: null },
    { recogniser: { ...recogniser, language: "german" }, keepSoundDays: null },
    { recogniser: HERE, keepSoundDays: 0 },
  ])
    await expect(tomas.transcribe.changeSettings(wrong)).rejects.toMatchObject({ status: 400 });
});

test("sound is deleted the set days after its text was there; the text stays, and nobody else's sound goes", async () => {
  const [ines, tomas] = [await world.person(), await world.person()];
  const [old, recent, waiting] = [await send(ines), await send(ines), await send(ines)];
  const other = await send(tomas);
  await world.jobsIdle();
  for (const id of [old, other, waiting]) await doneBefore(id, 31);
  await doneBefore(recent, 29);
  await world.database.system((tx) =>
    tx.execute(sql`update transcribe.recording set state = 'cancelled' where id = ${waiting}`),
  );
  await night();
  expect(await sounds(ines.userId)).toHaveLength(3);
  await ines.transcribe.changeSettings({ recogniser: HERE, keepSoundDays: 30 });
  await night();
  expect((await sounds(ines.userId)).toSorted()).toEqual([recent, waiting].toSorted());
  expect(await sounds(tomas.userId)).toEqual([other]);
  const transcript = await ines.transcribe.transcript(old);
  expect(transcript).toMatchObject({ state: "done", soundDeletedAt: expect.any(String) });
  const gone = { status: 404, code: "recording_file_gone" };
  await expect(ines.transcribe.audio(old)).rejects.toMatchObject(gone);
  await expect(ines.transcribe.transcribeAgain(old, HERE)).rejects.toMatchObject(gone);
  // A process that was killed before it deleted the file does so the next night.
  await world.application.nest.get(FileStore).put(`transcribe/${ines.userId}/${old}`, silence());
  await expect(ines.transcribe.transcribeAgain(old, HERE)).rejects.toMatchObject(gone);
  await night();
  expect(await sounds(ines.userId)).not.toContain(old);
  await ines.transcribe.remove(old);
});

test("of a recording the newest five earlier texts are kept", async () => {
  const { userId, transcribe } = await world.person();
  const id = await send(await world.person(userId));
  await world.jobsIdle();
  for (let run = 0; run < 7; run++) {
    await world.database.system((tx) =>
      tx.execute(sql`
        insert into transcribe.segment (recording_id, user_id, start_ms, end_ms, text, heard, confidence)
        values (${id}, ${userId}, 0, 400, ${`Text ${run}`}, 'Text', 1)`),
    );
    await transcribe.transcribeAgain(id, HERE);
    await world.jobsIdle();
    world.clock.advance(1000);
  }
  const { earlier } = await transcribe.transcript(id);
  expect(earlier).toHaveLength(5);
  const [newest] = (await transcribe.restoreText(id, earlier[0]!.id)).segments;
  expect(newest!.text).toBe("Text 6");
  // Nothing was said in the text that went: no empty one is kept.
  expect((await transcribe.transcript(id)).earlier).toHaveLength(4);
});
