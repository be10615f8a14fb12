/** Speech by each kind of provider, and each way in which one fails. @run all */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { speechAsked } from "@tessera/contracts-agents/events.ts";
import { INSTALLATION_RECOGNISER_ID } from "@tessera/contracts-agents/limits.ts";
import { transcribeClient } from "@tessera/contracts-transcribe/client.ts";
import type { RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import { Events, FileStore } from "@tessera/service-kit";
import { type BillingAnswers, billingStandIn } from "@tessera/testing/billing-stand-in.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { type SpeechServer, startSpeechServer } from "@tessera/testing/speech-server.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { services } from "./services.ts";

/** Recordings that a provider recognises: transcribe and agents together, the provider on the loopback. */
let world: World;
let speech: SpeechServer;
let wav: Buffer;
const billing: BillingAnswers = { status: "active", entitlements: {} };
beforeAll(async () => {
  speech = await startSpeechServer();
  wav = await readFile(
    path.resolve(import.meta.dirname, "../../transcribe/src/testing/audio/speechbrain-spk1_snt1.wav"),
  );
  const both = services({}).filter(({ name }) => name === "transcribe" || name === "agents");
  world = await startServices([...both, billingStandIn(billing)], {
    environment: {
      AGENTS_SPEECH_URL: speech.url,
      AGENTS_SPEECH_KEY: "of-the-installation",
      AGENTS_SPEECH_MODEL: "big",
    },
  });
});
afterEach(async () => {
  Object.assign(speech, { key: null, givesTimes: true, answers: [], onAsked: null });
  await world.jobsIdle();
  speech.asked = [];
});
afterAll(async () => {
  await world.stop();
  await speech.stop();
});

const MODEL = { model: "whisper-1", language: null };
const rows = async <T extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  (await world.database.system((tx) => tx.execute<T>(statement))).rows;

/** A person whose speech goes to a provider of theirs. */
async function person(choice: Partial<RecogniserChoice> = {}, key = "sk-of-the-person") {
  const userId = crypto.randomUUID();
  const client = world.client(await world.token({ userId }));
  const [transcribe, agents] = [transcribeClient(client), agentsClient(client)];
  const named = { name: "My Whisper", kind: "openai-compatible", baseUrl: speech.url, key } as const;
  const provider = await agents.createProvider(named, crypto.randomUUID());
  const recogniser = { providerId: provider.id, ...MODEL, ...choice };
  await transcribe.changeSettings({ recogniser, keepSoundDays: null });
  const send = async (content = wav) => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(content)]), "talk.wav");
    return (await transcribe.upload(form, crypto.randomUUID())).id;
  };
  const seconds = async () => {
    const [used] = await rows<{ sum: string }>(sql`
      select coalesce(sum(quantity), 0) as sum from kit.usage where user_id = ${userId}`);
    return Number(used!.sum);
  };
  return { userId, transcribe, agents, provider, recogniser, send, seconds };
}

/** Speech at each of these seconds, and silence between. */
function spokenAt(...starts: number[]): Buffer {
  const sound = wav.subarray(44);
  const whole = Buffer.alloc(starts.at(-1)! * 32_000 + sound.length);
  for (const start of starts) sound.copy(whole, start * 32_000);
  const head = Buffer.from(wav.subarray(0, 44));
  head.writeUInt32LE(whole.length, 40);
  return Buffer.concat([head, whole]);
}

test("speech is sent in windows where somebody speaks, and becomes text with the provider's times", async () => {
  const { transcribe, send, seconds } = await person();
  const id = await send(spokenAt(1, 70, 140));
  await world.jobsIdle();
  const { segments, ...recording } = await transcribe.transcript(id);
  expect(recording).toMatchObject({
    ...{ state: "done", failure: null, providerName: "My Whisper", language: "de", resentSeconds: 0 },
    recogniser: { model: "whisper-1", language: null },
  });
  expect(speech.asked).toHaveLength(3);
  expect(speech.asked[0]).toMatchObject({
    ...{ key: "sk-of-the-person", model: "whisper-1", format: "verbose_json", language: null },
    granularities: ["segment", "word"],
  });
  // What is silent around speech stays here.
  expect(Math.max(...speech.asked.map(({ ms }) => ms))).toBeLessThan(5_000);
  expect(segments.map(({ text }) => text)).toEqual(["Guten Tag.", "Guten Tag.", "Guten Tag."]);
  for (const [at, { startMs, words, confidence }] of segments.entries()) {
    expect(Math.abs(startMs - [1_100, 70_100, 140_100][at]!)).toBeLessThan(400);
    expect(words.map(({ startMs: start, endMs: end }) => end - start)).toEqual([300, 400]);
    expect(confidence).toBeCloseTo(0.905, 2);
  }
  expect(await seconds()).toBe(143);
  // It opens as any other text does.
  expect((await transcribe.recordings({ q: "guten" })).items).toHaveLength(1);
});

test("silence is sent to nobody", async () => {
  const { transcribe, send } = await person();
  const silent = Buffer.concat([wav.subarray(0, 44), Buffer.alloc(wav.length - 44)]);
  const id = await send(silent);
  await world.jobsIdle();
  expect(await transcribe.transcript(id)).toMatchObject({ state: "done", segments: [], language: null });
  expect(speech.asked).toEqual([]);
});

test("a model without times shares them by letters, and a chosen language is asked for", async () => {
  const { transcribe, send } = await person({ language: "fr" });
  speech.givesTimes = false;
  speech.answers = [{ body: { text: "Bonjour à tous. Ça va ?" } }];
  const id = await send();
  await world.jobsIdle();
  const { segments, language } = await transcribe.transcript(id);
  expect(speech.asked).toMatchObject([{ format: "json", language: "fr" }]);
  expect(language).toBe("fr");
  expect(segments[0]!.words.every((word, at, all) => word.startMs >= (all[at - 1]?.endMs ?? 0))).toBe(true);
  expect(segments[0]!.text).toBe("Bonjour à tous. Ça va ?");
});

test("a provider that wants to wait is asked again after its time; one that refuses fails in words, and is resumed", async () => {
  const { transcribe, agents, provider, send, seconds } = await person();
  speech.answers = [{ refuse: 429, message: "Slow down", retryAfter: 1 }];
  const id = await send(spokenAt(0, 70));
  await until("the second window", async () => speech.asked.length === 3);
  await world.jobsIdle();
  expect(await transcribe.transcript(id)).toMatchObject({ state: "done", segments: [{}, {}] });
  expect(await seconds()).toBe(73);

  speech.asked = [];
  const second = await send(spokenAt(0, 70));
  speech.onAsked = async () => {
    speech.key = "another key";
  };
  await world.jobsIdle();
  const failed = await transcribe.transcript(second);
  expect(failed).toMatchObject({
    ...{ state: "failed", segments: [{ text: "Guten Tag." }] },
    failure: "My Whisper refused the key (401). Check it under Settings, Models. It says: “Incorrect API key: …”",
  });
  speech.onAsked = null;
  await agents.changeProvider(provider.id, { key: "another key" });
  await transcribe.resume(second);
  await world.jobsIdle();
  expect(await transcribe.transcript(second)).toMatchObject({ state: "done", failure: null, segments: [{}, {}] });
  // No part that was answered is paid for twice.
  expect(speech.asked).toHaveLength(2);
  expect(await seconds()).toBe(146);
});

test("what is stopped while a provider listens takes that answer when it is resumed", async () => {
  const { transcribe, send } = await person();
  const sound = spokenAt(0, 70);
  let cancelled: Promise<unknown> | undefined;
  let id = "";
  speech.onAsked = async () => {
    speech.onAsked = null;
    cancelled = transcribe.cancel(id);
    await cancelled;
  };
  id = await send(sound);
  await until("the stop", async () => cancelled);
  await world.jobsIdle();
  expect(await transcribe.transcript(id)).toMatchObject({ state: "cancelled", segments: [] });
  await transcribe.resume(id);
  await world.jobsIdle();
  expect(await transcribe.transcript(id)).toMatchObject({ state: "done", resentSeconds: 0, segments: [{}, {}] });
  expect(speech.asked).toHaveLength(2);
});

test("a part that was sent before the service ended is sent again, and the recording says so", async () => {
  const { transcribe, send, seconds } = await person();
  // As a process leaves its job that was killed while it waited for the answer.
  speech.onAsked = async () => {
    speech.onAsked = null;
    await rows(sql`
      update pgboss.job set state = 'retry', start_after = now() where name = 'agents.speech' and state = 'active'`);
    await until("the second request", async () => speech.asked.length === 2);
  };
  const id = await send();
  await world.jobsIdle();
  const { resentSeconds, segments } = await transcribe.transcript(id);
  expect(resentSeconds).toBeGreaterThan(2);
  expect(segments).toHaveLength(1);
  expect(await seconds()).toBe(3);
});

test("nobody is sent sound of another person's folder", async () => {
  const [ines, tomas] = [await person(), await person()];
  const key = `transcribe/${ines.userId}/secret`;
  await world.application.nest.get(FileStore).put(key, Buffer.alloc(64_000));
  const { recogniser, userId } = tomas;
  await world.database.system((tx) =>
    world.application.nest.get(Events).publish(tx, speechAsked, {
      ...{ userId, callId: crypto.randomUUID(), providerId: recogniser.providerId!, model: "whisper-1" },
      ...{ language: null, sound: { key, start: 0, end: 63_999 } },
    }),
  );
  await world.jobsIdle();
  expect(speech.asked).toEqual([]);
  const calls = await rows(sql`select state, failure from agents.speech_call where user_id = ${userId}`);
  expect(calls).toEqual([{ state: "failed", failure: "The sound of this part is not there any more." }]);
});

test("an answer that is no transcription, a redirect and a provider that is gone fail in words", async () => {
  const { transcribe, agents, provider, send } = await person();
  const failureOf = async (content?: Buffer) => {
    const id = await send(content);
    await world.jobsIdle();
    const { failure, segments, state } = await transcribe.transcript(id);
    expect([state, segments]).toEqual(["failed", []]);
    return failure;
  };
  speech.answers = [{ body: "<html>" }];
  expect(await failureOf()).toBe("What My Whisper answered is no transcription. Check the base URL and the model.");
  speech.answers = [{ redirect: "http://169.254.169.254/latest" }];
  expect(await failureOf()).toBe("My Whisper redirects elsewhere. Enter the address that it leads to.");
  speech.answers = [{ body: "x".repeat(2 * 1024 * 1024 + 1) }];
  expect(await failureOf()).toBe(
    "The answer of My Whisper could not be read to its end. It may charge for this part; Resume sends it again.",
  );
  await agents.deleteProvider(provider.id);
  expect(await failureOf()).toBe("This provider does not exist any more.");
});

test("nobody's speech goes to another person's provider", async () => {
  const [ines, tomas] = [await person(), await person()];
  await tomas.transcribe.changeSettings({ recogniser: ines.recogniser, keepSoundDays: null });
  const id = await tomas.send();
  await world.jobsIdle();
  expect(await tomas.transcribe.transcript(id)).toMatchObject({
    ...{ state: "failed", failure: "This provider does not exist any more." },
  });
  expect(speech.asked).toEqual([]);
});

test("the installation's endpoint is offered to everybody, with the model and the key that it is set to", async () => {
  const { transcribe, agents, send } = await person({ providerId: INSTALLATION_RECOGNISER_ID, model: null });
  const { items } = await agents.recognisers();
  const { host } = new URL(speech.url);
  expect(items.map(({ name, host: at, models }) => [name, at, models])).toEqual([
    ["The endpoint of this installation", host, ["big"]],
    ["My Whisper", host, []],
  ]);
  const id = await send();
  await world.jobsIdle();
  expect(speech.asked).toMatchObject([{ key: "of-the-installation", model: "big" }]);
  expect(await transcribe.transcript(id)).toMatchObject({ state: "done", language: "de" });
});

test("a recording is transcribed again by another recogniser, and the text of before comes back", async () => {
  const { transcribe, recogniser, send, seconds } = await person();
  const id = await send();
  await world.jobsIdle();
  const [first] = (await transcribe.transcript(id)).segments;
  await transcribe.changeSegment(id, first!.startMs, { text: "Guten Morgen.", seen: first!.text });
  await transcribe.writeNote(id, crypto.randomUUID(), { atMs: 500, text: "A note" });
  const here = { providerId: null, model: null, language: null };
  expect(await transcribe.transcribeAgain(id, here)).toMatchObject({
    state: "waiting",
    language: "en",
    doneSeconds: 0,
  });
  await expect(transcribe.transcribeAgain(id, here)).rejects.toMatchObject({ status: 409, code: "recording_runs" });
  await world.jobsIdle();
  const again = await transcribe.transcript(id);
  expect(again).toMatchObject({
    ...{ state: "done", recogniser: here, providerName: "Moonshine tiny", notes: [{ text: "A note" }] },
    segments: [{ text: "The child almost hurt the small dog." }],
    earlier: [{ providerName: "My Whisper", language: "de", segments: 1, edited: 1, recogniser }],
  });
  // Each time counts.
  expect(await seconds()).toBe(6);
  const earlier = again.earlier[0]!.id;
  expect(await transcribe.restoreText(id, earlier)).toMatchObject({
    ...{ state: "done", language: "de", providerName: "My Whisper", notes: [{ text: "A note" }] },
    segments: [{ text: "Guten Morgen.", heard: "Guten Tag.", edited: true, words: [{}, { text: "Morgen." }] }],
    earlier: [{ language: "en", segments: 1, edited: 0 }],
  });
  await expect(transcribe.restoreText(id, earlier)).rejects.toMatchObject({ code: "earlier_text_not_found" });
  const stranger = await person();
  await expect(stranger.transcribe.transcribeAgain(id, here)).rejects.toMatchObject({ code: "recording_not_found" });
  await expect(stranger.transcribe.restoreText(id, earlier)).rejects.toMatchObject({ code: "recording_not_found" });
});
