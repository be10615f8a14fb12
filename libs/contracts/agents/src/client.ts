import { request, type Transport } from "@tessera/contracts-core/client.ts";
import { events } from "@tessera/contracts-core/stream.ts";
import type { Agent, AgentChange, AgentList, AnswerEvents, NewAgent, NewQuestion } from "./agents.ts";
import type {
  McpServer,
  McpServerChange,
  McpServerCheck,
  McpServerList,
  McpSignIn,
  McpSignInStart,
  NewMcpServer,
} from "./mcp-servers.ts";
import type { Model, ModelChange, ModelDefaults, ModelList, NewModel } from "./models.ts";
import type { NewPrompt, PromptEvents } from "./prompts.ts";
import type { NewProvider, Provider, ProviderChange, ProviderCheck, ProviderList } from "./providers.ts";
import type { RecogniserList } from "./recognisers.ts";
import type {
  NewRun,
  Run,
  RunEvents,
  RunPage,
  RunQuery,
  RunRetry,
  RunStep,
  RunText,
  RunTrace,
  StepDecision,
} from "./runs.ts";
import type {
  AgentSchedule,
  AgentScheduleChange,
  AgentScheduleList,
  NewAgentSchedule,
  SchedulePatternQuery,
  SchedulePatternTimes,
} from "./schedules.ts";
import type { TerminalTicket } from "./terminal-requests.ts";
import type { ToolList } from "./tool-list.ts";
import type { AgentVersionList, RestoredAgent, WholeAgentVersion } from "./versions.ts";

const BASE = "/api/agents";

/** One event of a prompt. */
export type PromptEvent = { [Name in keyof PromptEvents]: { name: Name } & PromptEvents[Name] }[keyof PromptEvents];

/** One event of an agent's answer. */
export type AnswerEvent = { [Name in keyof AnswerEvents]: { name: Name } & AnswerEvents[Name] }[keyof AnswerEvents];

/** One event of a run, pieces of text put into their steps; the stream continues after `position`. */
export type RunEvent = {
  [Name in keyof RunEvents]: { name: Name; position: string; value: RunEvents[Name] };
}[keyof RunEvents];

/** A step with a piece that its model wrote; undefined where there is nothing new, or what is before it is missing. */
function withText(step: RunStep | undefined, { kind, at, text }: RunText): RunStep | undefined {
  const before = step?.[kind].length ?? -1;
  if (!step || before < at || before >= at + text.length) return undefined;
  return { ...step, [kind]: step[kind] + text.slice(before - at) };
}

/** All reject with ProblemError. */
export const agentsClient = (transport: Transport) => {
  const send = <T>(method: string, path: string, options: Parameters<typeof request>[3] = {}) =>
    request<T>(transport, method, `${BASE}${path}`, options);
  async function* answer<E>(path: string, json: object, signal?: AbortSignal): AsyncGenerator<E, void> {
    for await (const { event, data } of events(transport, `${BASE}${path}`, { json, signal })) {
      yield { name: event, ...JSON.parse(data) } as E;
      if (event === "end" || event === "failed") return;
    }
  }
  async function* follow(id: string, lastEventId?: string, signal?: AbortSignal): AsyncGenerator<RunEvent, void> {
    const query = { pieces: "true" };
    const stream = events(transport, `${BASE}/runs/${id}/events`, { signal, lastEventId, query });
    const steps = new Map<number, RunStep>();
    for await (const { id: position, event, data } of stream) {
      const value = JSON.parse(data);
      if (event === "text") {
        const step = withText(steps.get(value.step), value);
        if (!step) continue;
        steps.set(step.number, step);
        yield { name: "step", position, value: step };
        continue;
      }
      if (event === "step") steps.set(value.number, value);
      yield { name: event, position, value } as RunEvent;
      if (event === "run" && value.finishedAt !== null) return;
    }
  }
  return {
    providers: (signal?: AbortSignal) => send<ProviderList>("GET", "/providers", { signal }),
    createProvider: (provider: NewProvider, idempotencyKey: string) =>
      send<Provider>("POST", "/providers", { json: provider, idempotencyKey }),
    changeProvider: (id: string, change: ProviderChange) =>
      send<Provider>("PATCH", `/providers/${id}`, { json: change }),
    /** With its key and its models. */
    deleteProvider: (id: string) => send<void>("DELETE", `/providers/${id}`),
    /** Tries the connection and reads the list of models; a failure is reported in the answer. */
    checkProvider: (id: string) => send<ProviderCheck>("POST", `/providers/${id}/check`),
    /** Where speech can be sent. Since 1.10. */
    recognisers: (signal?: AbortSignal) => send<RecogniserList>("GET", "/recognisers", { signal }),
    models: (signal?: AbortSignal) => send<ModelList>("GET", "/models", { signal }),
    createModel: (model: NewModel, idempotencyKey: string) =>
      send<Model>("POST", "/models", { json: model, idempotencyKey }),
    changeModel: (id: string, change: ModelChange) => send<Model>("PATCH", `/models/${id}`, { json: change }),
    deleteModel: (id: string) => send<void>("DELETE", `/models/${id}`),
    defaults: (signal?: AbortSignal) => send<ModelDefaults>("GET", "/defaults", { signal }),
    setDefaults: (defaults: ModelDefaults) => send<ModelDefaults>("PUT", "/defaults", { json: defaults }),
    /** What agents may be offered beside the tools of MCP servers. Since 1.14. */
    tools: (signal?: AbortSignal) => send<ToolList>("GET", "/tools", { signal }),
    agents: (signal?: AbortSignal) => send<AgentList>("GET", "/agents", { signal }),
    agent: (id: string, signal?: AbortSignal) => send<Agent>("GET", `/agents/${id}`, { signal }),
    createAgent: (agent: NewAgent, idempotencyKey: string) =>
      send<Agent>("POST", "/agents", { json: agent, idempotencyKey }),
    changeAgent: (id: string, change: AgentChange) => send<Agent>("PATCH", `/agents/${id}`, { json: change }),
    deleteAgent: (id: string) => send<void>("DELETE", `/agents/${id}`),
    agentVersions: (id: string, signal?: AbortSignal) =>
      send<AgentVersionList>("GET", `/agents/${id}/versions`, { signal }),
    agentVersion: (id: string, number: number, signal?: AbortSignal) =>
      send<WholeAgentVersion>("GET", `/agents/${id}/versions/${number}`, { signal }),
    restoreAgent: (id: string, number: number) =>
      send<RestoredAgent>("POST", `/agents/${id}/versions/${number}/restore`),
    /** Asks an agent; as `prompt`. */
    askAgent: (id: string, question: NewQuestion, signal?: AbortSignal) =>
      answer<AnswerEvent>(`/agents/${id}/answers`, question, signal),
    runs: (query: RunQuery = {}, signal?: AbortSignal) => send<RunPage>("GET", "/runs", { query, signal }),
    run: (id: string, signal?: AbortSignal) => send<RunTrace>("GET", `/runs/${id}`, { signal }),
    startRun: (agentId: string, run: NewRun) => send<Run>("POST", `/agents/${agentId}/runs`, { json: run }),
    /** What changes of a run, until it has ended; a connection that breaks is made again. */
    followRun: (id: string, lastEventId?: string, signal?: AbortSignal) => follow(id, lastEventId, signal),
    stopRun: (id: string) => send<Run>("POST", `/runs/${id}/stop`),
    retryRun: (id: string, retry: RunRetry) => send<Run>("POST", `/runs/${id}/retries`, { json: retry }),
    decideStep: (id: string, step: number, decision: StepDecision) =>
      send<RunTrace>("POST", `/runs/${id}/steps/${step}/decision`, { json: decision }),
    schedules: (agentId: string, signal?: AbortSignal) =>
      send<AgentScheduleList>("GET", `/agents/${agentId}/schedules`, { signal }),
    createSchedule: (agentId: string, schedule: NewAgentSchedule) =>
      send<AgentSchedule>("POST", `/agents/${agentId}/schedules`, { json: schedule }),
    changeSchedule: (id: string, change: AgentScheduleChange) =>
      send<AgentSchedule>("PATCH", `/schedules/${id}`, { json: change }),
    /** @throws ProblemError 400 `schedule_pattern_invalid` */
    patternTimes: (query: SchedulePatternQuery, signal?: AbortSignal) =>
      send<SchedulePatternTimes>("POST", "/schedules/times", { json: query, signal }),
    deleteSchedule: (id: string) => send<void>("DELETE", `/schedules/${id}`),
    /** Starts a run now, even while the schedule is paused. @param run its id */
    runSchedule: (id: string, run: string) => send<Run>("POST", `/schedules/${id}/runs`, { json: { id: run } }),
    mcpServers: (signal?: AbortSignal) => send<McpServerList>("GET", "/mcp-servers", { signal }),
    createMcpServer: (server: NewMcpServer, idempotencyKey: string) =>
      send<McpServer>("POST", "/mcp-servers", { json: server, idempotencyKey }),
    changeMcpServer: (id: string, change: McpServerChange) =>
      send<McpServer>("PATCH", `/mcp-servers/${id}`, { json: change }),
    /** With its tools and with what it was signed in with. */
    deleteMcpServer: (id: string) => send<void>("DELETE", `/mcp-servers/${id}`),
    /** Connects and reads the list of tools; a failure is reported in the answer. */
    checkMcpServer: (id: string) => send<McpServerCheck>("POST", `/mcp-servers/${id}/check`),
    /** Offers agents the tools as the person has read them. @param revision of the list that was read */
    reviewMcpTools: (id: string, revision: string) =>
      send<McpServer>("POST", `/mcp-servers/${id}/review`, { json: { revision } }),
    /** @returns where the person signs in */
    startMcpSignIn: (id: string) => send<McpSignInStart>("POST", `/mcp-servers/${id}/sign-in`),
    /** What the person came back with. */
    finishMcpSignIn: (signIn: McpSignIn) => send<McpServerCheck>("POST", "/mcp-servers/sign-ins", { json: signIn }),
    /** What opens a socket of the terminal, once. */
    terminalTicket: (signal?: AbortSignal) => send<TerminalTicket>("POST", "/terminal/tickets", { signal }),
    /**
     * Asks a model and gives its answer piece by piece. Ends without `end` or `failed` when the connection broke: the
     * same prompt is not asked again.
     */
    prompt: (prompt: NewPrompt, signal?: AbortSignal) => answer<PromptEvent>("/prompts", prompt, signal),
  };
};
