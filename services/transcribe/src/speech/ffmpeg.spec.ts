/** A program of ours stands for ffmpeg, which no machine has to have: what it is asked, and what its answers do. */
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { FileStore } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { audio } from "../testing/sound.ts";
import { startTranscribe, type TranscribeWorld, upload } from "../testing/transcribe-world.ts";
import { RECOGNISE, SECOND, SpeechProcesses } from "./speech-processes.ts";

/** Decodes files that begin with "#!AMR" and a line's end: the rest is samples, or what it is to do. */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0")
if [ "$1" = "-version" ]; then echo "ffmpeg version 7.9-test Copyright"; exit 0; fi
printf '%s\\n' "$@" > "$here/arguments"
env | cut -d= -f1 | sort > "$here/environment"
case "$(head -c 10 recording | tail -c 4)" in
  WAIT) pwd > "$here/waits"; exec sleep 600 ;;
  FAIL) exit 1 ;;
  NONE) exit 0 ;;
esac
tail -c +7 recording
`;

let folder: string;
let world: TranscribeWorld;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tessera-ffmpeg-"));
  await writeFile(path.join(folder, "ffmpeg"), PROGRAM);
  await chmod(path.join(folder, "ffmpeg"), 0o755);
  world = await startTranscribe([], { path: `${folder}${path.delimiter}${process.env.PATH}` });
  // Loads the models, which takes seconds of a busy machine.
  const silence = { value: { last: true, terms: [], model: null }, blobs: [Buffer.alloc(SECOND)] };
  await world.application.nest.get(SpeechProcesses).read(RECOGNISE, silence, { person: "test" });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const amr = (content: string | Uint8Array) => Buffer.concat([Buffer.from("#!AMR\n"), Buffer.from(content)]);
const lines = async (name: string) => (await readFile(path.join(folder, name), "utf8")).trim().split("\n");
async function sent(content: Uint8Array, name = "talk.amr") {
  const { userId, transcribe } = await world.person();
  const { id } = await transcribe.upload(upload(content, name), crypto.randomUUID());
  return { userId, transcribe, id };
}
const transcribed = async (content: Uint8Array) => {
  const { id, transcribe } = await sent(content);
  await world.jobsIdle();
  return transcribe.transcript(id);
};

test("another file than WAV is decoded by ffmpeg, without a shell, playlists or anything of the environment", async () => {
  const wav = await audio("speechbrain-spk1_snt1.wav");
  const { id, userId, transcribe } = await sent(amr(wav.subarray(44)));
  await world.jobsIdle();
  const { segments, ...recording } = await transcribe.transcript(id);
  expect(recording).toMatchObject({ state: "done", seconds: 2.87, fileName: "talk.amr.wav", title: "talk" });
  expect(segments.map(({ text }) => text)).toEqual(["The child almost hurt the small dog."]);
  const said = await lines("arguments");
  expect(said).toEqual(expect.arrayContaining(["-nostdin", "file,pipe", "file:recording", "pipe:1"]));
  const formats = said[said.indexOf("-format_whitelist") + 1]!.split(",");
  expect(formats).toEqual(expect.arrayContaining(["mov", "matroska", "amr"]));
  expect(formats.filter((name) => ["hls", "concat", "dash", "applehttp", "image2"].includes(name))).toEqual([]);
  const known = await lines("environment");
  expect(known.filter((name) => !["LC_ALL", "PATH", "PWD", "OLDPWD", "SHLVL", "_"].includes(name))).toEqual([]);
  // Its sound is what is kept, as every browser plays it, and what is transcribed again.
  const kept = await buffer(await world.application.nest.get(FileStore).read(`transcribe/${userId}/${id}`));
  expect(kept.subarray(0, 4).toString()).toBe("RIFF");
  expect(kept.subarray(44).equals(wav.subarray(44))).toBe(true);
  expect(await transcribe.decoder()).toMatchObject({ ffmpeg: "7.9-test" });
});

test("what ffmpeg cannot decode, or has no sound, says so in words; what is no medium is refused at once", async () => {
  expect(await transcribed(amr("FAIL of it"))).toMatchObject({
    state: "failed",
    failure: "There is no sound in the file that ffmpeg can decode.",
  });
  expect(await transcribed(amr("NONE of it"))).toMatchObject({
    state: "failed",
    failure: "There is no sound in the file.",
  });
  await expect(sent(Buffer.from("a text, and no sound at all"), "notes.txt")).rejects.toMatchObject({
    problem: { code: "unsupported_audio", detail: expect.stringContaining("notes.txt is no audio or video file.") },
  });
});

test("a recording that is stopped ends ffmpeg, and leaves no file of it", async () => {
  const { id, transcribe } = await sent(amr("WAIT of it"));
  const where = await until("ffmpeg to wait", async () => (await lines("waits").catch(() => []))[0]);
  await transcribe.cancel(id);
  await until("its folder to go", async () => !(await readdir(where).catch(() => null)));
  await world.jobsIdle();
  expect((await transcribe.transcript(id)).state).toBe("cancelled");
});
