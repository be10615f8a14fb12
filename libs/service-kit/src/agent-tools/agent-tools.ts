import { toolAnswered, toolCalled } from "@tessera/contracts-agents/events.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import type { AgentTool, ToolArguments } from "@tessera/contracts-agents/tools.ts";
import type { EventInput, EventPayload } from "@tessera/contracts-core/define-event.ts";
import { sql } from "drizzle-orm";
import { asOwner } from "../database/as-owner.ts";
import type { Database, Tx } from "../database/database.ts";
import { isConnectionLost } from "../database/database-error.ts";
import type { Caller } from "../http/caller.ts";
import { ProblemException } from "../http/problem.ts";
import type { Events } from "../jobs/events.ts";

/** Whose rights a tool has, and what their plan held when the run began. */
export interface ToolCaller {
  userId: string;
  /** The run that calls. */
  runId: string | null;
  cardLimit: number | null;
  storageLimit: number | null;
  /** What may be seen and changed of cards: all of these hold. */
  scopes: readonly CardScope[];
}

/** A caller who uses a tool without a run, such as an assistant with a token. */
export const toolCaller = ({ userId }: Pick<Caller, "userId">): ToolCaller => ({
  ...{ userId, runId: null, cardLimit: null, storageLimit: null, scopes: [] },
});

/** What a tool gives back. */
export type ToolOutput = Pick<EventInput<typeof toolAnswered>, "output" | "outside" | "itemId" | "path" | "withheld">;

/** Why a tool cannot do what it was asked, in a sentence that the model and the person read. */
export class ToolFailure extends Error {
  override name = "ToolFailure";
}

/** A tool with what does it. */
export interface ServedTool {
  tool: AgentTool;
  /** It reaches out, which no transaction holds: killed meanwhile, it is done again. */
  isOutside: boolean;
  run(caller: ToolCaller, values: never, signal: AbortSignal): Promise<ToolOutput>;
}

/** @param run throws ToolFailure, ProblemException */
export const served = <T extends AgentTool>(
  tool: T,
  run: (caller: ToolCaller, values: ToolArguments<T>, signal: AbortSignal) => Promise<ToolOutput>,
  { isOutside = false } = {},
): ServedTool => ({ tool, isOutside, run: run as ServedTool["run"] });

/** What goes wrong for a reason of ours is tried again as often as an event is; then the model is told this. */
const OWN_FAULT = "The tool failed for a reason of ours.";
/** Milliseconds for what a tool does outside of a transaction. */
const OUTSIDE_MS = 60_000;

type Called = EventPayload<typeof toolCalled>;

/**
 * Tools that a service brings to agents. A call comes as an event, is done in a transaction with the rights of its
 * person alone, and is answered by an event of the same transaction: its effect happens once, or not at all.
 */
export class AgentTools {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
  ) {}

  /**
   * Called in `onModuleInit`. @param consumer names these tools among those of other services @param database the
   * service's own
   */
  serve(consumer: string, database: Database, tools: readonly ServedTool[]): void {
    this.on(consumer, (call) => {
      const served = tools.find(({ tool }) => tool.name === call.tool);
      return served && this.use(database, served, call);
    });
  }

  /**
   * Tools that are in no catalogue. What does them reaches out, in no transaction: it sees to it that a call that is
   * delivered again does no harm. @param run throws ToolFailure, ProblemException
   */
  serveOthers(
    consumer: string,
    database: Database,
    isServed: (tool: string) => boolean,
    run: (call: Called, signal: AbortSignal) => Promise<ToolOutput>,
  ): void {
    this.on(consumer, async (call) => {
      if (!isServed(call.tool)) return;
      const began = performance.now();
      const output = await run(call, AbortSignal.timeout(OUTSIDE_MS));
      await this.keep(database, call, output, began);
    });
  }

  private on(consumer: string, use: (call: Called) => Promise<void> | undefined): void {
    this.events.on(toolCalled, `tools.${consumer}`, async (call) => {
      try {
        await use(call);
      } catch (error) {
        if (isConnectionLost(error)) throw error;
        // What it wrote was rolled back.
        const failure = error instanceof ToolFailure || error instanceof ProblemException ? error.message : OWN_FAULT;
        await this.database.system(async (tx) => {
          if (await this.claim(tx, call)) await this.answer(tx, call, { failure, ms: 0 });
        });
      }
    });
  }

  private async use(database: Database, { tool, isOutside, run }: ServedTool, call: Called): Promise<void> {
    const values = tool.schema.safeParse(call.arguments);
    if (!values.success) throw new ToolFailure("The arguments of the call are not valid.");
    const began = performance.now();
    const signal = AbortSignal.timeout(OUTSIDE_MS);
    const done = isOutside ? await run(call, values.data as never, signal) : undefined;
    await this.keep(database, call, done ?? (() => run(call, values.data as never, signal)), began);
  }

  private async keep(
    database: Database,
    call: Called,
    done: ToolOutput | (() => Promise<ToolOutput>),
    began: number,
  ): Promise<void> {
    await database.as(call, async (tx) => {
      if (!(await this.claim(tx, call))) return;
      const output = typeof done === "function" ? await done() : done;
      await this.answer(tx, call, { ...output, ms: Math.round(performance.now() - began) });
    });
  }

  /** @returns false when this call was done before */
  private claim(tx: Tx, { userId, callId, tool }: Called): Promise<boolean> {
    return asOwner(tx, async () => {
      const { rows } = await tx.execute(sql`
        insert into kit.answer (user_id, key, request_hash) values (${userId}, ${`agent-tool:${callId}`}, ${tool})
        on conflict do nothing returning key`);
      return rows.length > 0;
    });
  }

  private async answer(tx: Tx, { userId, callId }: Called, answer: ToolOutput & { failure?: string; ms: number }) {
    await this.events.publish(tx, toolAnswered, { userId, callId, ...answer });
  }
}
