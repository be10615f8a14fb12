import { Inject, Injectable } from "@nestjs/common";
import type { ProviderCheck } from "@tessera/contracts-agents/providers.ts";
import { type Caller, Clock, Database } from "@tessera/service-kit";
import { ProviderFailure } from "../calls/failure.ts";
import { ModelStore } from "../models/model.store.ts";
import type { Reach } from "../reach/provider-address.ts";
import { REACH } from "../reach/reach.ts";
import { listModels } from "./list-models.ts";
import type { ListedModel } from "./model-list.ts";
import { ProviderKeys } from "./open-provider.ts";
import { ProviderStore, shownProvider } from "./provider.store.ts";
import { found } from "./providers.service.ts";

/** The connection test: asks a provider for its models and keeps the list. */
@Injectable()
export class CheckProvider {
  constructor(
    private readonly database: Database,
    private readonly providers: ProviderStore,
    private readonly models: ModelStore,
    private readonly keys: ProviderKeys,
    private readonly clock: Clock,
    @Inject(REACH) private readonly reach: Reach,
  ) {}

  /**
   * What does not work is reported in the answer (`provider.failure`); models that are known stay then.
   * @throws ProblemException 404 `provider_not_found`, 409 `provider_key_lost`
   */
  async check(caller: Caller, id: string): Promise<ProviderCheck> {
    const { userId } = caller;
    const row = found(await this.database.as(caller, (tx) => this.providers.get(tx, userId, id)));
    const began = performance.now();
    const outcome = await this.ask(this.keys.opened(userId, row));
    const milliseconds = Math.round(performance.now() - began);
    return this.database.as(caller, async (tx) => {
      found(await this.providers.get(tx, userId, id));
      const models = typeof outcome === "string" ? null : outcome;
      const added = models ? await this.models.replaceListed(tx, userId, id, models, this.clock.now()) : 0;
      await this.providers.checked(tx, userId, id, this.clock.now(), typeof outcome === "string" ? outcome : null);
      const provider = shownProvider((await this.providers.get(tx, userId, id))!);
      return { provider, models: models?.length ?? null, added, milliseconds };
    });
  }

  /** The models, or why there are none. */
  private async ask(provider: Parameters<typeof listModels>[0]): Promise<ListedModel[] | string> {
    try {
      return await listModels(provider, this.reach);
    } catch (error) {
      if (error instanceof ProviderFailure) return error.message;
      throw error;
    }
  }
}
