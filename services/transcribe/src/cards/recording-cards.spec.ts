import { randomUUID } from "node:crypto";
import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { cardGiven, cardMoved, cardWithdrawn } from "@tessera/contracts-items/events.ts";
import { Events, type ServiceDefinition } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { startTranscribe, type TranscribeWorld } from "../testing/transcribe-world.ts";
import { RecordingCards } from "./recording-cards.ts";

const given: EventPayload<typeof cardGiven>[] = [];
const withdrawn: string[] = [];

@Injectable()
class Cards implements OnModuleInit {
  constructor(private readonly events: Events) {}
  onModuleInit() {
    this.events.on(cardGiven, "cards", async (card) => void given.push(card));
    this.events.on(cardWithdrawn, "cards", async ({ itemId }) => void withdrawn.push(itemId));
  }
}
@Module({ providers: [Cards] })
class CardsModule {}
const cards: ServiceDefinition = {
  ...{ name: "cards", title: "Cards", module: CardsModule, schema: "cards", migrations: [] },
};

let world: TranscribeWorld;
beforeAll(async () => {
  world = await startTranscribe([cards]);
});
afterAll(() => world.stop());

/** A person with a recording of two sentences that was transcribed before there were cards. */
async function recorded() {
  const { userId, transcribe } = await world.person();
  const id = randomUUID();
  await world.database.system(async (tx) => {
    await tx.execute(sql`
      insert into transcribe.recording
        (id, user_id, title, file_name, file_key, bytes, state, length_ms, done_ms, created_at, done_at)
      values (${id}, ${userId}, 'Talk', 'talk.wav', ${`transcribe/${userId}/${id}`}, 1, 'done', 69000, 69000, now(),
        now() - interval '9 days')`);
    await tx.execute(sql`
      insert into transcribe.segment (recording_id, user_id, start_ms, end_ms, text, heard, confidence) values
        (${id}, ${userId}, 1000, 3000, 'Good morning', 'Good morning', 0.9),
        (${id}, ${userId}, 4000, 8000, 'how are you', 'how are you', 0.8)`);
  });
  const move = async (to: "kept" | "trash" | "gone") => {
    const events = world.application.nest.get(Events, { strict: false });
    const moved = { userId, itemId: id, type: "transcript", to };
    await world.database.system((tx) => events.publish(tx, cardMoved, moved));
    await world.jobsIdle();
  };
  return { userId, id, transcribe, move };
}
const newestOf = (id: string) =>
  given.filter(({ itemId }) => itemId === id).toSorted((a, b) => b.revision - a.revision)[0];

test("a recording of before gets its card in the night, filed; each change of its text and title is told", async () => {
  const { userId, id, transcribe } = await recorded();
  await world.application.nest.get(RecordingCards, { strict: false }).sweep();
  await world.jobsIdle();
  expect(newestOf(id)).toEqual({
    ...{ userId, itemId: id, type: "transcript", revision: 1, title: "Talk", filed: true },
    data: { length: "1:09", speakers: [], text: "Good morning\nhow are you" },
  });
  await transcribe.changeSegment(id, 1000, { text: "Good evening", seen: "Good morning" });
  await world.jobsIdle();
  expect(newestOf(id)).toMatchObject({ revision: 2, data: { text: "Good evening\nhow are you" } });
  await transcribe.nameSpeaker(id, { startMs: [4000], speaker: "Ada" });
  await transcribe.rename(id, { title: "Evening talk" });
  await world.jobsIdle();
  expect(newestOf(id)).toMatchObject({ title: "Evening talk", data: { speakers: ["Ada"] } });
  // Nothing has changed since: nothing is told.
  const told = given.length;
  await world.application.nest.get(RecordingCards, { strict: false }).sweep();
  await world.jobsIdle();
  expect(given.filter(({ itemId }) => itemId === id)).toHaveLength(
    given.slice(0, told).filter(({ itemId }) => itemId === id).length,
  );
});

test("a card in the trash hides the recording, comes back with it, and takes it along for good", async () => {
  const { id, transcribe, move } = await recorded();
  await move("trash");
  expect(await transcribe.recordings({})).toMatchObject({ items: [], total: 0 });
  expect((await transcribe.transcript(id)).trashedAt).not.toBeNull();
  await move("kept");
  expect((await transcribe.recordings({})).items.map((one) => one.id)).toEqual([id]);
  await move("gone");
  await expect(transcribe.transcript(id)).rejects.toMatchObject({ problem: { code: "recording_not_found" } });
});

test("a deleted recording withdraws its card, also one that is made only afterwards", async () => {
  const { id, transcribe, move } = await recorded();
  await transcribe.remove(id);
  await world.jobsIdle();
  expect(withdrawn.filter((one) => one === id)).toHaveLength(1);
  await move("kept");
  expect(withdrawn.filter((one) => one === id)).toHaveLength(2);
});

test("another person's card moves nothing", async () => {
  const [mine, other] = [await recorded(), await recorded()];
  const events = world.application.nest.get(Events, { strict: false });
  await world.database.system((tx) =>
    events.publish(tx, cardMoved, { userId: other.userId, itemId: mine.id, type: "transcript", to: "gone" }),
  );
  await world.jobsIdle();
  expect((await mine.transcribe.transcript(mine.id)).id).toBe(mine.id);
});
