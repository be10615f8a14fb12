import { Module, type OnModuleInit } from "@nestjs/common";
import { defineEvent, type EventDefinition } from "@tessera/contracts-core/define-event.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { Events, type ServiceDefinition } from "../index.ts";

const noteKept = defineEvent(
  "notes.kept",
  z.object({ text: z.string().max(20), pages: z.int().default(1) }),
  "Somebody kept a note.",
);
/** The same topic, as a publisher of another version has it. */
const asOther = (schema: z.ZodObject): EventDefinition => ({ ...noteKept, schema });

const received: unknown[] = [];

@Module({})
class ReadersModule implements OnModuleInit {
  constructor(private readonly events: Events) {}
  onModuleInit() {
    this.events.on(noteKept, "readers", async (payload) => void received.push(payload));
  }
}

const readers: ServiceDefinition = {
  name: "readers",
  title: "Readers",
  module: ReadersModule,
  schema: "readers",
  migrations: [],
};

describe("events", () => {
  let world: World;
  const lines: string[] = [];
  const publish = async <E extends EventDefinition>(event: E, payload: z.input<E["schema"]>) => {
    const events = world.application.nest.get(Events);
    await world.database.system((tx) => events.publish(tx, event, payload));
    await world.jobsIdle();
  };

  beforeAll(async () => {
    world = await startServices([readers], { logTo: { write: (line) => void lines.push(line) } });
  });
  afterAll(() => world.stop());
  beforeEach(() => void received.splice(0));

  it("arrive as the catalogue has them, with what was left out filled in", async () => {
    await publish(noteKept, { text: "one" });
    expect(received).toEqual([{ text: "one", pages: 1 }]);
  });

  it("of a newer publisher arrive without what this version does not know", async () => {
    await publish(asOther(z.object({ text: z.string(), colour: z.string() })), { text: "two", colour: "red" });
    expect(received).toEqual([{ text: "two", pages: 1 }]);
  });

  it("that do not parse are given up at once with a reason that quotes nothing, and those after them arrive", async () => {
    await publish(asOther(z.object({ text: z.number() })), { text: 31_415_926 });
    await publish(noteKept, { text: "three" });
    expect(received).toEqual([{ text: "three", pages: 1 }]);
    const { rows } = await world.database.system((tx) =>
      tx.execute<{ data: { failures: number }; output: unknown }>(
        sql`select data, output from pgboss.job where name = 'event.notes.kept.readers' and state = 'failed'`,
      ),
    );
    const reason = "The event notes.kept does not parse: text: invalid_type";
    expect(rows.map(({ data, output }) => [data.failures, output])).toEqual([[1, { message: reason }]]);
    const logged = lines.filter((line) => line.includes("does not parse"));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(reason);
    expect(lines.join("")).not.toContain("31415926");
  });

  it("that do not parse are not published: the transaction fails where the mistake is", async () => {
    await expect(publish(noteKept, { text: "far too long for this event" })).rejects.toThrow("text");
    expect(received).toEqual([]);
  });
});
