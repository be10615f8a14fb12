import { Injectable } from "@nestjs/common";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import {
  MAX_MODELS,
  type Model,
  type ModelChange,
  type ModelList,
  type NewModel,
} from "@tessera/contracts-agents/models.ts";
import { modelNameTaken, modelNotFound, tooManyModels } from "@tessera/contracts-agents/problems.ts";
import { type Caller, Clock, Database, problem } from "@tessera/service-kit";
import { PlanProviders } from "../providers/plan-providers.ts";
import { ProviderStore } from "../providers/provider.store.ts";
import { found } from "../providers/providers.service.ts";
import { ModelStore, shownModel } from "./model.store.ts";

@Injectable()
export class ModelsService {
  constructor(
    private readonly database: Database,
    private readonly models: ModelStore,
    private readonly providers: ProviderStore,
    private readonly inPlan: PlanProviders,
    private readonly clock: Clock,
  ) {}

  async list(caller: Caller): Promise<ModelList> {
    return this.database.as(caller, async (tx) => {
      const isOpened = await this.inPlan.opened(tx, caller.userId);
      const rows = await this.models.list(tx, caller.userId);
      return { items: rows.map((row) => ({ ...shownModel(row), inPlan: isOpened(row.provider_id) })) };
    });
  }

  /** @throws ProblemException 404 `provider_not_found`, 409 `model_name_taken`, `too_many_models` */
  async create(caller: Caller, { providerId, name, title }: NewModel): Promise<Model> {
    const { userId } = caller;
    return this.database.as(caller, async (tx) => {
      await this.providers.lock(tx, userId);
      found(await this.providers.get(tx, userId, providerId));
      if ((await this.models.count(tx, providerId)) >= MAX_MODELS) throw problem(tooManyModels, { limit: MAX_MODELS });
      const row = { providerId, name, title: title ?? name, now: this.clock.now() };
      const id = await this.models.insert(tx, userId, row);
      if (!id) throw problem(modelNameTaken, { name }, { errors: [{ path: "/name", message: "is taken" }] });
      return shownModel((await this.models.get(tx, userId, id))!);
    });
  }

  /** @throws ProblemException 404 `model_not_found` */
  async change(caller: Caller, id: string, change: ModelChange): Promise<Model> {
    // Everybody has the offline model; nobody may change it.
    if (id === OFFLINE_MODEL_ID) throw problem(modelNotFound);
    return this.database.as(caller, async (tx) => {
      await this.models.change(tx, caller.userId, id, change);
      const row = await this.models.get(tx, caller.userId, id);
      if (!row) throw problem(modelNotFound);
      return shownModel(row);
    });
  }

  /** @throws ProblemException 404 `model_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    const removed = await this.database.as(caller, (tx) => this.models.remove(tx, caller.userId, id));
    if (!removed) throw problem(modelNotFound);
  }
}
