import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import type { EventInput, EventPayload } from "@tessera/contracts-core/define-event.ts";
import { financeClient } from "@tessera/contracts-finance/client.ts";
import { cardMoved, mailKept, stepEnded, stepRequested } from "@tessera/contracts-items/events.ts";
import { Database, Events, type ServiceDefinition } from "@tessera/service-kit";
import { type BillingAnswers, billingStandIn } from "@tessera/testing/billing-stand-in.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { financeService } from "../index.ts";

/** What the items service would be told. */
type Ended = EventPayload<typeof stepEnded>;

export interface FinanceWorld extends World {
  billing: BillingAnswers;
  person(userId?: string): Promise<{ userId: string; finance: ReturnType<typeof financeClient> }>;
  /** Says what the items service says of cards of receipts. */
  cards: {
    ask(card: EventInput<typeof stepRequested>): Promise<void>;
    move(move: EventInput<typeof cardMoved>): Promise<void>;
    mail(mail: EventInput<typeof mailKept>): Promise<void>;
    /** What this service answered about a card, the newest last. */
    ended(itemId: string): Ended[];
  };
}

async function startFinance(services: ServiceDefinition[]): Promise<FinanceWorld> {
  const billing: BillingAnswers = { status: "active", entitlements: {} };
  const ended: Ended[] = [];
  const world = await startServices([financeService, billingStandIn(billing), listener(ended), ...services]);
  const { nest } = world.application;
  const publish = <E extends typeof stepRequested | typeof cardMoved | typeof mailKept>(
    event: E,
    payload: EventInput<E>,
  ) => nest.get(Database).system((tx) => nest.get(Events).publish(tx, event, payload));
  return {
    ...world,
    billing,
    person: async (userId = crypto.randomUUID()) => ({
      userId,
      finance: financeClient(world.client(await world.token({ userId }))),
    }),
    cards: {
      ask: (card) => publish(stepRequested, card),
      move: (move) => publish(cardMoved, move),
      mail: (mail) => publish(mailKept, mail),
      ended: (itemId) => ended.filter((one) => one.itemId === itemId),
    },
  };
}

/**
 * The service over HTTP, with what stands for billing beside it, while the tests of a file or a block run.
 * @param services of other areas
 */
export function runningFinance(services: ServiceDefinition[] = []): FinanceWorld {
  const world = {} as FinanceWorld;
  beforeAll(async () => {
    Object.assign(world, await startFinance(services));
  });
  afterAll(() => world.stop());
  return world;
}

function listener(ended: Ended[]): ServiceDefinition {
  @Injectable()
  class Listener implements OnModuleInit {
    constructor(private readonly events: Events) {}
    onModuleInit() {
      this.events.on(stepEnded, "cards", async (event) => void ended.push(event));
    }
  }
  @Module({ providers: [Listener] })
  class ListenerModule {}
  return { name: "cards", title: "Cards", module: ListenerModule, schema: "cards", migrations: [] };
}
