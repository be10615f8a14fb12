import { type TermsGiven, termsGiven } from "@tessera/contracts-transcribe/events.ts";
import { MAX_GIVEN, MAX_OWN_TERMS } from "@tessera/contracts-transcribe/limits.ts";
import { Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { audio } from "../testing/sound.ts";
import { startTranscribe, type TranscribeWorld, upload } from "../testing/transcribe-world.ts";
import { correctedWords } from "./corrections.ts";

let world: TranscribeWorld;
beforeAll(async () => {
  world = await startTranscribe();
});
afterAll(() => world.stop());

type Client = Awaited<ReturnType<TranscribeWorld["person"]>>["transcribe"];
const id = () => crypto.randomUUID();
const give = async (given: TermsGiven) => {
  const events = world.application.nest.get(Events, { strict: false });
  await world.database.system((tx) => events.publish(tx, termsGiven, given));
  await world.jobsIdle();
};
const termsOf = async (transcribe: Client) =>
  (await transcribe.vocabulary()).terms.map(({ term, source, refused }) => `${term} ${source}${refused ? " -" : ""}`);
/** From now on the areas are asked again, as if ten minutes had passed. */
const later = (userId: string) =>
  world.database.system((tx) =>
    tx.execute(sql`update transcribe.vocabulary set asked_at = '2020-01-01' where user_id = ${userId}`),
  );

test("terms are added, changed and removed by their person alone; adding one again changes nothing", async () => {
  const { transcribe } = await world.person();
  const [one, two] = [id(), id()];
  expect(await transcribe.vocabulary()).toEqual({ learns: true, terms: [] });
  const written = await transcribe.writeTerm(one, { term: " Nguyen ", soundsLike: ["no young"] });
  expect(written).toMatchObject({ id: one, term: "Nguyen", soundsLike: ["no young"], source: "own", refused: false });
  await transcribe.writeTerm(one, { term: "Nguyen", soundsLike: ["win"] });
  expect((await transcribe.vocabulary()).terms).toMatchObject([{ id: one, soundsLike: ["win"] }]);
  const twice = transcribe.writeTerm(two, { term: "NGUYEN" });
  await expect(twice).rejects.toMatchObject({ status: 409, code: "term_known" });
  for (const wrong of [{ term: "x" }, { term: "42" }, { term: "a".repeat(61) }, { term: "Ada", soundsLike: ["!!"] }])
    await expect(transcribe.writeTerm(two, wrong)).rejects.toMatchObject({ status: 400 });

  const other = await world.person();
  expect(await termsOf(other.transcribe)).toEqual([]);
  await expect(other.transcribe.removeTerm(one)).rejects.toMatchObject({ status: 404, code: "term_not_found" });
  // The id that somebody else's term has is free in one's own vocabulary.
  await other.transcribe.writeTerm(one, { term: "Lovelace" });
  await transcribe.removeTerm(one);
  await expect(transcribe.removeTerm(one)).rejects.toMatchObject({ status: 404, code: "term_not_found" });
  expect(await termsOf(other.transcribe)).toEqual(["Lovelace own"]);
});

test("learned terms are those that an area gave last, without everyday words and what was refused", async () => {
  const { userId, transcribe } = await world.person();
  await give({ userId, source: "tag", terms: ["Kubernetes", "budget", "new ideas", "12/2026", "Grafana"] });
  await give({ userId, source: "person", terms: ["Ada Lovelace", "grafana", "One of us who said Kubernetes once"] });
  expect(await termsOf(transcribe)).toEqual(["Ada Lovelace person", "Grafana tag", "Kubernetes tag"]);
  const { terms } = await transcribe.vocabulary();
  const refused = terms.find(({ term }) => term === "Kubernetes")!;
  await transcribe.changeTerm(refused.id, { refused: true });
  await give({ userId, source: "tag", terms: ["Postgres"] });
  await give({ userId, source: "tag", terms: ["Kubernetes", "Postgres"] });
  expect(await termsOf(transcribe)).toEqual(["Ada Lovelace person", "Kubernetes tag -", "Postgres tag"]);
  await transcribe.changeTerm(refused.id, { refused: false });
  expect(await termsOf(transcribe)).toContain("Kubernetes tag");
  // The person's own word counts more than what was learned or refused.
  await transcribe.writeTerm(id(), { term: "Postgres" });
  await give({ userId, source: "tag", terms: ["Postgres"] });
  expect(await termsOf(transcribe)).toEqual(["Ada Lovelace person", "Postgres own"]);
  const own = (await transcribe.vocabulary()).terms.find(({ source }) => source === "own")!;
  await expect(transcribe.changeTerm(own.id, { refused: true })).rejects.toMatchObject({ status: 404 });
});

test("who switches learning off loses what was learned, and nothing is learned until it is on again", async () => {
  const { userId, transcribe } = await world.person();
  await transcribe.writeTerm(id(), { term: "Digium" });
  await give({ userId, source: "payee", terms: ["Kaufland"] });
  expect((await transcribe.changeVocabulary({ learns: false })).terms).toMatchObject([{ term: "Digium" }]);
  await give({ userId, source: "payee", terms: ["Kaufland"] });
  expect(await termsOf(transcribe)).toEqual(["Digium own"]);
  await transcribe.changeVocabulary({ learns: true });
  await give({ userId, source: "payee", terms: ["Kaufland"] });
  expect(await termsOf(transcribe)).toEqual(["Digium own", "Kaufland payee"]);
});

test("a person adds so many terms at most, and an area gives so many", async () => {
  const { userId, transcribe } = await world.person();
  const last = id();
  await transcribe.writeTerm(last, { term: "Digium" });
  await world.database.system((tx) =>
    tx.execute(sql`
      insert into transcribe.term (id, user_id, term, key, source, created_at)
      select gen_random_uuid(), ${userId}, 'Term ' || n, 'term ' || n, 'own', now()
      from generate_series(2, ${MAX_OWN_TERMS}) n`),
  );
  const more = transcribe.writeTerm(id(), { term: "Kowalski" });
  await expect(more).rejects.toMatchObject({ status: 409, code: "too_many_terms" });
  expect(await transcribe.writeTerm(last, { term: "Digium", soundsLike: ["dig him"] })).toMatchObject({ id: last });
  const many = Array.from({ length: MAX_GIVEN + 1 }, (_, at) => `Xq${at}vz`);
  expect(termsGiven.schema.safeParse({ userId, source: "tag", terms: many }).success).toBe(false);
});

test("what was misheard is put right in a transcript, says what was heard, and is taken back", async () => {
  const { transcribe } = await world.person();
  await transcribe.writeTerm(id(), { term: "Smolldock Nine", soundsLike: ["small dog"] });
  const wav = await audio("speechbrain-spk1_snt1.wav");
  const sent = await transcribe.upload(upload(wav, "dog.wav"), id());
  await world.jobsIdle();
  const [segment] = (await transcribe.transcript(sent.id)).segments;
  expect(segment).toMatchObject({
    text: "The child almost hurt the Smolldock Nine.",
    heard: "The child almost hurt the small dog.",
    edited: false,
  });
  expect(segment!.words.map(({ text, heard }) => [text, heard]).slice(4)).toEqual([
    ["the", null],
    ["Smolldock", "small dog."],
    ["Nine.", ""],
  ]);
  const [put, rest] = segment!.words.slice(5);
  expect(put!.endMs).toBe(rest!.startMs);
  expect(put!.endMs).toBeGreaterThan(put!.startMs);
  const back = await transcribe.changeSegment(sent.id, segment!.startMs, { text: segment!.heard, seen: segment!.text });
  expect(back).toMatchObject({ text: segment!.heard, edited: false });
  expect(back.words.every(({ heard }) => heard === null)).toBe(true);
});

test("a word that the person corrects to one that sounds alike is learned, until the correction is taken back", async () => {
  const { userId, transcribe } = await world.person();
  const recording = id();
  await world.database.system(async (tx) => {
    await tx.execute(sql`
      insert into transcribe.recording
        (id, user_id, title, file_name, file_key, bytes, state, length_ms, done_ms, created_at)
      values (${recording}, ${userId}, 'Talk', 't.wav', ${`transcribe/${userId}/${recording}`}, 1, 'done', 9, 9, now())`);
    await tx.execute(sql`
      insert into transcribe.segment (recording_id, user_id, start_ms, end_ms, text, heard, confidence, words) values
        (${recording}, ${userId}, 0, 9000, 'I met Carolski today', 'I met Carolski today', 0.9, '[]'::jsonb),
        (${recording}, ${userId}, 9000, 9900, 'call Digium', 'call DigiM', 0.9,
          '[[9000, 9400, 0.9], [9400, 9900, 0.2, "DigiM"]]'::jsonb)`);
  });
  const [heard, corrected] = ["I met Carolski today", "I met Kowalski today"];
  await transcribe.changeSegment(recording, 0, { text: corrected, seen: heard });
  await later(userId);
  expect((await transcribe.vocabulary()).terms).toMatchObject([
    { term: "Kowalski", source: "correction", soundsLike: ["Carolski"] },
  ]);
  await transcribe.changeSegment(recording, 0, { text: heard, seen: corrected });
  expect(await termsOf(transcribe)).toEqual(["Kowalski correction"]);
  await later(userId);
  expect(await termsOf(transcribe)).toEqual([]);
});

test.each([
  ["I met Carolski today", "I met Kowalski today", [{ from: "Carolski", to: "Kowalski" }]],
  ["ask Shamboska's team.", "ask Szymborska's team.", [{ from: "Shamboska", to: "Szymborska" }]],
  // An everyday word, another word, a rewritten sentence, and a mere change of case.
  ["the small dog", "the tall dog", []],
  ["I met Carolski today", "I met Featherstone today", []],
  ["I met Carolski today", "Today I met Kowalski", []],
  ["use grafana now", "use Grafana now", []],
])("of “%s” corrected to “%s” is learned what is a name that sounds alike", (heard, text, wanted) =>
  expect(correctedWords(heard, text)).toEqual(wanted),
);
