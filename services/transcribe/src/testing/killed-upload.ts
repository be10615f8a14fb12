// A process that takes the rest of an upload, a part at a time, and kills itself at KILL_AT; uploads/killed.spec.ts
// starts it.
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Caller, Clock, createApplication, Database, FileStore } from "@tessera/service-kit";
import { Upload } from "@tus/server";
import { transcribeService } from "../index.ts";
import { partsFolder, uploadOf } from "../uploads/upload.store.ts";
import { UploadParts } from "../uploads/upload-parts.ts";
import { audio } from "./sound.ts";

/** Bytes that one request sends. */
const PART = 40_000;

const { USER_ID = "", UPLOAD_ID = "", KILL_AT } = process.env;
const reached = (point: string) => {
  if (KILL_AT === point) process.kill(process.pid, "SIGKILL");
};

const application = await createApplication([transcribeService], { environment: process.env });
const { nest } = application;
const caller = { userId: USER_ID } as Caller;
const wav = await audio("speechbrain-spk1_snt1.wav");
const files = nest.get(FileStore, { strict: false });
const put = files.put.bind(files);
files.put = async (key, content, options) => {
  const kept = await put(key, content, options);
  reached(`the part at ${key.match(/parts\/(\d+)-/)![1]} is written`);
  return kept;
};
const database = nest.get(Database);
const parts = new UploadParts({ database, files, clock: nest.get(Clock, { strict: false }) }, caller);

const known = await parts.getUpload(UPLOAD_ID).catch(() => null);
const began = known?.offset ?? 0;
if (!known)
  await parts.create(new Upload({ id: UPLOAD_ID, size: wav.length, offset: 0, metadata: { filename: "a.wav" } }));
for (let from = began; from < wav.length; ) {
  from = await parts.write(Readable.from([wav.subarray(from, from + PART)]), UPLOAD_ID, from);
  reached(`${from} bytes are there`);
}

const upload = await database.as(caller, (tx) => uploadOf(tx, UPLOAD_ID, new Date()));
const content: Buffer[] = [];
for (const name of upload.parts) content.push(await buffer(await files.read(`${partsFolder(upload)}/${name}`)));
const said = { began, received: upload.received, whole: Buffer.concat(content).equals(wav) };
await new Promise<void>((written) => process.stdout.write(`${JSON.stringify(said)}\n`, () => written()));
await application.close();
