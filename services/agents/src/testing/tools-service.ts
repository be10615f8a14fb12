import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { cardRunRefused, toolAnswered } from "@tessera/contracts-agents/events.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import {
  createCard,
  fetchPage,
  givenCards,
  searchCards,
  type ToolArguments,
  updateCard,
} from "@tessera/contracts-agents/tools.ts";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { stepEnded } from "@tessera/contracts-items/events.ts";
import { entryOpened } from "@tessera/contracts-queue/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import {
  AgentTools,
  Database,
  Events,
  type ServiceDefinition,
  served,
  type ToolCaller,
  ToolFailure,
} from "@tessera/service-kit";
import { sql } from "drizzle-orm";

const migration = `
create table workshop.effect (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  title text not null
);
alter table workshop.effect enable row level security;
create policy own on workshop.effect using (user_id = kit.uid()) with check (user_id = kit.uid());
grant usage on schema workshop to tessera_caller;
grant select, insert on workshop.effect to tessera_caller;`;

/** Called within the transaction of an effect, and when its answer is delivered. */
export const afterEffect = { run: (): void => undefined };
export const afterAnswer = { run: (): void => undefined };

/** What was put into people's queues. */
export const entries: EventPayload<typeof entryOpened>[] = [];

/** What people were told of. */
export const notices: EventPayload<typeof notice>[] = [];

/** Tasks that agents could not begin. */
export const refusals: EventPayload<typeof cardRunRefused>[] = [];

/** Text that pages of this service hold, all or those of an address; tests set it. */
export const page = { text: "A page.", at: new Map<string, string>() };

/** Cards that people of this service have; tests set them. */
export const cards = { of: new Map<string, { title: string; text: string }>(), outside: false };

/** Cards of conversations that were made, and what was written to them, the newest last; `isFull`: no room. */
export const threads = {
  made: [] as { id: string; userId: string; title: string; runId: string | null }[],
  ended: [] as EventPayload<typeof stepEnded>[],
  moved: [] as { id: string; status?: string }[],
  isFull: false,
};

/** Scopes of the searches that were made, and how many cards each says it left out. */
export const searches = { scopes: [] as (readonly CardScope[])[], withheld: 0 };

@Injectable()
class WorkshopTools implements OnModuleInit {
  constructor(
    private readonly tools: AgentTools,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  onModuleInit() {
    this.events.on(toolAnswered, "workshop", async () => afterAnswer.run());
    this.events.on(cardRunRefused, "workshop", async (refusal) => void refusals.push(refusal));
    this.events.on(entryOpened, "workshop", async (entry) => void entries.push(entry));
    this.events.on(stepEnded, "workshop", async (ended) => void threads.ended.push(ended));
    this.events.on(notice, "workshop", async (told) => void notices.push(told));
    this.tools.serve("workshop", this.database, [
      served(createCard, (caller, card) => this.create(caller, card)),
      served(updateCard, async (_, { id, status }) => {
        threads.moved.push({ id, status });
        return { output: { id } };
      }),
      served(givenCards, async (_, { ids }) => {
        const found = ids.flatMap((id) => (cards.of.has(id) ? [{ id, type: "note", ...cards.of.get(id) }] : []));
        const missing = ids.filter((id) => !cards.of.has(id));
        return { output: { cards: found, missing }, outside: cards.outside };
      }),
      served(searchCards, async ({ scopes }, { words }) => {
        searches.scopes.push(scopes);
        return { output: { found: words }, outside: false, withheld: searches.withheld };
      }),
    ]);
    const textAt = (url: string) => page.at.get(url) ?? page.text;
    const web = served(fetchPage, async (_, { url }) => ({ output: { url, text: textAt(url) }, outside: true }), {
      isOutside: true,
    });
    this.tools.serve("workshop.web", this.database, [web]);
  }

  private async create({ userId, runId }: ToolCaller, { title, type }: ToolArguments<typeof createCard>) {
    if (type === "thread") {
      if (threads.isFull) throw new ToolFailure("No room for it.");
      const id = crypto.randomUUID();
      threads.made.push({ id, userId, title, runId });
      return { output: { id }, itemId: id, path: `/items/thread/${id}` };
    }
    await this.database.as({ userId }, (tx) =>
      tx.execute(sql`insert into workshop.effect (user_id, title) values (${userId}, ${title})`),
    );
    afterEffect.run();
    if (title === "Refused") throw new ToolFailure("No room for it.");
    return { output: { title }, path: "/items/inbox" };
  }
}

@Module({ providers: [WorkshopTools] })
class WorkshopModule {}

/** A service of an area that brings tools: what it does is a row. */
export const workshopService: ServiceDefinition = {
  name: "workshop",
  title: "Workshop",
  module: WorkshopModule,
  schema: "workshop",
  migrations: [{ name: "001-effects", sql: migration }],
  tables: [{ table: "effect", about: "Effects.", personal: { owner: "user_id" } }],
};
