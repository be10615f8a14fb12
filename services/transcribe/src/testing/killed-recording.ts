// A process that transcribes one recording and kills itself at KILL_AT; recordings/killed.spec.ts starts it.
import { buffer } from "node:stream/consumers";
import { type Caller, createApplication, FileStore, type MeteredUse, type Tx, Usage } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { transcribeService } from "../index.ts";
import { RecordingsService } from "../recordings/recordings.service.ts";
import { audio, withPauses } from "./sound.ts";

/** For the transcription, on a machine that may be busy. */
const LIMIT_MS = 150_000;
/** Bytes of decoded sound in a second. */
const SECOND = 32_000;

const { USER_ID = "", RECORDING_ID = "", KILL_AT } = process.env;
const reached = (point: string) => {
  if (KILL_AT === point) process.kill(process.pid, "SIGKILL");
};

const application = await createApplication([transcribeService], { environment: process.env });
const { database, nest } = application;
const recordings = nest.get(RecordingsService);
const caller = { userId: USER_ID } as Caller;

const files = nest.get(FileStore, { strict: false });
const key = `transcribe/${USER_ID}/${RECORDING_ID}`;
const sound = `${key}.pcm`;
/** Seconds at which the windows began that this process recognised. */
const windows: number[] = [];
const { put, open } = { put: files.put.bind(files), open: files.open.bind(files) };
files.put = async (to, content, options) => {
  const kept = await put(to, content, options);
  if (to === sound) reached("the sound is decoded");
  return kept;
};
files.open = async (from, range) => {
  if (from !== sound || !range) return open(from, range);
  if (range.start > 0) reached("a window is stored");
  windows.push(Math.round(range.start / SECOND));
  return open(from, range);
};
const usage = nest.get(Usage, { strict: false });
const record = usage.record.bind(usage);
usage.record = async (tx: Tx, use: MeteredUse) => {
  await record(tx, use);
  reached("a window is being stored");
};

const known = await database.system((tx) =>
  tx.execute(sql`select 1 from transcribe.recording where id = ${RECORDING_ID}`),
);
if (!known.rows.length) await begin();
// What a killed process left is taken up at once, not when its last sign of life is old enough.
await database.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
await application.listen();
const unfinished = "select 1 from pgboss.job where name = 'transcribe.recording' and state < 'completed'";
await until("the end of the job", async () => !(await database.pool.query(unfinished)).rows.length, {
  limitMs: LIMIT_MS,
});

const { state, failure, segments } = await recordings.get(caller, RECORDING_ID);
const { rows: used } = await database.pool.query<{ quantity: string }>(
  "select quantity from kit.usage where user_id = $1 order by key",
  [USER_ID],
);
const kept: string[] = [];
for await (const name of files.list(`transcribe/${USER_ID}`)) kept.push(name);
const bytes = (await buffer((await files.open(key)).content)).length;
const seconds = used.reduce((sum, { quantity }) => sum + Number(quantity), 0);
const said = { state, failure, segments, windows, seconds, kept: kept.length, bytes };
await new Promise<void>((written) => process.stdout.write(`${JSON.stringify(said)}\n`, () => written()));
await application.close();

/** A recording of two windows that was stopped, and continues: what this answers was acknowledged. */
async function begin(): Promise<void> {
  const long = withPauses(await audio("speechbrain-spk1_snt1.wav"), [0, 58.5]);
  await put(key, long);
  await database.system((tx) =>
    tx.execute(sql`
      insert into transcribe.recording (id, user_id, title, file_name, file_key, bytes, state, created_at)
      values (${RECORDING_ID}, ${USER_ID}, 'Long', 'long.wav', ${key}, ${long.length}, 'cancelled', now())`),
  );
  await recordings.resume(caller, RECORDING_ID);
  reached("its work is asked for");
}
