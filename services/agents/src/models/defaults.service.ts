import { Injectable } from "@nestjs/common";
import { MODEL_TASKS, type ModelDefaults, type ModelTask } from "@tessera/contracts-agents/models.ts";
import { modelNotFound } from "@tessera/contracts-agents/problems.ts";
import { type Caller, Database, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ModelStore } from "./model.store.ts";

/** The model that each task begins with. */
@Injectable()
export class DefaultsService {
  constructor(
    private readonly database: Database,
    private readonly models: ModelStore,
  ) {}

  async get(caller: Caller): Promise<ModelDefaults> {
    const { rows } = await this.database.read<{ task: ModelTask; model_id: string }>(
      caller,
      sql`select task, model_id from agents.model_default where user_id = ${caller.userId}`,
    );
    const chosen = new Map(rows.map(({ task, model_id }) => [task, model_id]));
    return Object.fromEntries(MODEL_TASKS.map((task) => [task, chosen.get(task) ?? null])) as ModelDefaults;
  }

  /** @throws ProblemException 404 `model_not_found`, with nothing changed */
  async set(caller: Caller, defaults: ModelDefaults): Promise<ModelDefaults> {
    const { userId } = caller;
    await this.database.as(caller, async (tx) => {
      for (const task of MODEL_TASKS) {
        const id = defaults[task];
        if (id && !(await this.models.get(tx, userId, id))) throw problem(modelNotFound);
        await tx.execute(
          id
            ? sql`insert into agents.model_default (user_id, task, model_id) values (${userId}, ${task}, ${id})
                  on conflict (user_id, task) do update set model_id = excluded.model_id`
            : sql`delete from agents.model_default where user_id = ${userId} and task = ${task}`,
        );
      }
    });
    return defaults;
  }
}
