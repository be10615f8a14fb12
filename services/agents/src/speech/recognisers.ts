import { Inject, Injectable } from "@nestjs/common";
import { INSTALLATION_RECOGNISER_ID } from "@tessera/contracts-agents/limits.ts";
import { providerNotFound } from "@tessera/contracts-agents/problems.ts";
import type { RecogniserList } from "@tessera/contracts-agents/recognisers.ts";
import { type Caller, Database, problem, type Tx } from "@tessera/service-kit";
import { AGENTS_CONFIG, type AgentsConfig } from "../config.ts";
import { ModelStore } from "../models/model.store.ts";
import type { OpenProvider } from "../providers/list-models.ts";
import { ProviderKeys } from "../providers/open-provider.ts";
import { PlanProviders } from "../providers/plan-providers.ts";
import { ProviderStore } from "../providers/provider.store.ts";
import { hostAndPort, type Reach } from "../reach/provider-address.ts";
import { REACH } from "../reach/reach.ts";

/** Names of models that recognise speech. */
const HEARS = /whisper|transcri|voxtral|parakeet|canary|speech-to-text|\basr\b/i;
const INSTALLATION_NAME = "The endpoint of this installation";

/** A provider that can be asked for speech, and what may be reached to ask it. */
export interface OpenRecogniser {
  provider: Pick<OpenProvider, "name" | "baseUrl" | "key">;
  model: string;
  reach: Reach;
}

/** Where speech can be sent: providers of the person with OpenAI's interface, and what the installation offers. */
@Injectable()
export class Recognisers {
  constructor(
    private readonly database: Database,
    private readonly providers: ProviderStore,
    private readonly inPlan: PlanProviders,
    private readonly models: ModelStore,
    private readonly keys: ProviderKeys,
    @Inject(REACH) private readonly reach: Reach,
    @Inject(AGENTS_CONFIG) private readonly config: AgentsConfig,
  ) {}

  async list(caller: Caller): Promise<RecogniserList> {
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      const isOpened = await this.inPlan.opened(tx, userId);
      const models = await this.models.list(tx, userId);
      const own = (await this.providers.list(tx, userId))
        .filter(({ kind }) => kind === "openai-compatible")
        .map(({ id, name, base_url }) => ({
          ...{ providerId: id, name, host: new URL(base_url).host, ofInstallation: false, inPlan: isOpened(id) },
          models: models.filter((model) => model.provider_id === id && HEARS.test(model.name)).map(({ name }) => name),
        }));
      const { speech } = this.config;
      const ofInstallation = speech && {
        ...{ providerId: INSTALLATION_RECOGNISER_ID, name: INSTALLATION_NAME, host: new URL(speech.url).host },
        ...{ ofInstallation: true, models: [speech.model], inPlan: true },
      };
      return { items: ofInstallation ? [ofInstallation, ...own] : own };
    });
  }

  /** @throws ProblemException 402 `model_not_in_plan`, 404 `provider_not_found`, 409 `provider_key_lost` */
  async open(tx: Tx, userId: string, asked: { providerId: string; model: string | null }): Promise<OpenRecogniser> {
    const { speech } = this.config;
    if (asked.providerId === INSTALLATION_RECOGNISER_ID && speech) {
      const provider = { name: INSTALLATION_NAME, baseUrl: speech.url, key: speech.key ?? null };
      // The administrator named the address: it may be a private one.
      const reach = { ...this.reach, allowed: new Set([hostAndPort(new URL(speech.url))]) };
      return { provider, model: speech.model, reach };
    }
    const row = await this.providers.get(tx, userId, asked.providerId);
    if (row?.kind !== "openai-compatible" || !asked.model) throw problem(providerNotFound);
    await this.inPlan.check(tx, userId, row);
    return { provider: this.keys.opened(userId, row), model: asked.model, reach: this.reach };
  }
}
