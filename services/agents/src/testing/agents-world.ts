import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { type BillingAnswers, billingStandIn } from "@tessera/testing/billing-stand-in.ts";
import { type ModelServer, startModelServer } from "@tessera/testing/model-server.ts";
import { startServices, type World } from "@tessera/testing/services.ts";
import { agentsService } from "../index.ts";

import { workshopService } from "./tools-service.ts";

export interface AgentsWorld extends World {
  billing: BillingAnswers;
  /** The provider that people of this world use. */
  models: ModelServer;
  person(userId?: string): Promise<{ userId: string; agents: ReturnType<typeof agentsClient> }>;
}

/** The service over HTTP, with a provider of models on the loopback and what stands for billing beside it. */
export async function startAgents(environment: Record<string, string> = {}): Promise<AgentsWorld> {
  const billing: BillingAnswers = { status: "active", entitlements: {} };
  const models = await startModelServer();
  const world = await startServices([agentsService, workshopService, billingStandIn(billing)], { environment });
  return {
    ...world,
    billing,
    models,
    person: async (userId = crypto.randomUUID()) => ({
      userId,
      agents: agentsClient(world.client(await world.token({ userId }))),
    }),
    stop: async () => {
      await world.stop();
      await models.stop();
    },
  };
}
