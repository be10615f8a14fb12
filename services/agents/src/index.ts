import { providers } from "@tessera/contracts-agents/entitlements.ts";
import contract from "@tessera/contracts-agents/package.json" with { type: "json" };
import { TERMINAL_PATH } from "@tessera/contracts-agents/terminal.ts";
import { ENTITLEMENTS } from "@tessera/contracts-billing/define-entitlement.ts";
import { agentTokens, METERS } from "@tessera/contracts-billing/meters.ts";
import { ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import type { ServiceDefinition } from "@tessera/service-kit";
import models from "../migrations/001-models.sql";
import agents from "../migrations/002-agents.sql";
import runs from "../migrations/003-runs.sql";
import terminal from "../migrations/010-terminal.sql";
import offline from "../migrations/020-offline-model.sql";
import versions from "../migrations/030-versions.sql";
import schedules from "../migrations/040-schedules.sql";
import threads from "../migrations/060-threads.sql";
import entries from "../migrations/070-entries.sql";
import speech from "../migrations/080-speech.sql";
import mcpServers from "../migrations/081-mcp-servers.sql";
import bansThatEnd from "../migrations/090-bans-that-end.sql";
import scopes from "../migrations/100-scopes.sql";
import patterns from "../migrations/101-patterns.sql";
import ruleRuns from "../migrations/102-rule-runs.sql";
import threadCards from "../migrations/103-thread-cards.sql";
import { AgentsConfigSchema } from "./config.ts";
import { threadCard } from "./runs/thread-card.ts";

/** Agents and their runs; providers of models with their keys, the models, and what is asked of them. */
export const agentsService: ServiceDefinition = {
  name: "agents",
  title: "Agents",
  contract: contract.version,
  module: { load: async () => (await import("./agents.module.ts")).AgentsModule },
  schema: "agents",
  migrations: [
    { name: "001-models", sql: models },
    { name: "002-agents", sql: agents },
    { name: "003-runs", sql: runs },
    { name: "010-terminal", sql: terminal },
    { name: "020-offline-model", sql: offline },
    { name: "030-versions", sql: versions },
    { name: "040-schedules", sql: schedules },
    { name: "060-threads", sql: threads },
    { name: "070-entries", sql: entries },
    { name: "080-speech", sql: speech },
    { name: "081-mcp-servers", sql: mcpServers },
    { name: "090-bans-that-end", sql: bansThatEnd },
    { name: "100-scopes", sql: scopes },
    { name: "101-patterns", sql: patterns },
    { name: "102-rule-runs", sql: ruleRuns },
    { name: "103-thread-cards", sql: threadCards },
  ],
  sockets: [
    {
      path: TERMINAL_PATH,
      handler: { load: async () => (await import("./terminal/terminal-sockets.ts")).TerminalSockets },
    },
  ],
  config: [AgentsConfigSchema],
  contributes: { [ENTITLEMENTS]: [providers], [METERS]: [agentTokens], [ITEM_TYPES]: [threadCard] },
  tables: [
    {
      table: "terminal_ticket",
      personal: { owner: "user_id" },
      about: "Openings of the terminal within the last day.",
      withheld: ["hash", "sealed"],
      keep: { since: "created_at", days: 1 },
    },
    {
      table: "step",
      personal: { owner: "user_id" },
      about: "What your agents did in each run, step by step: answers of models and uses of tools.",
    },
    {
      table: "run",
      personal: { owner: "user_id" },
      about: "The tasks that your agents worked on in the last 400 days.",
      live: { key: "id", columns: ["id", "user_id", "agent_id", "state"] },
      keep: { since: "finished_at", days: 400 },
    },
    {
      table: "thread_card",
      personal: { owner: "user_id" },
      about: "Which card each of your conversations with agents is kept as.",
    },
    {
      table: "schedule",
      personal: { owner: "user_id" },
      about: "The schedules on which your agents are given tasks.",
      live: { key: "id", columns: ["id", "user_id", "agent_id"] },
    },
    {
      table: "agent_version",
      personal: { owner: "user_id" },
      about: "What your agents were set up as after each change, the last 100 of each.",
    },
    {
      table: "agent",
      personal: { owner: "user_id" },
      about: "Your agents: their instructions, models and limits.",
      live: { key: "id", columns: ["id", "user_id", "name"] },
    },
    {
      table: "call",
      personal: { owner: "user_id" },
      about: "What you asked models in the last 400 days: when, which model, how many tokens, what it cost.",
      keep: { since: "started_at", days: 400 },
    },
    {
      table: "speech_call",
      personal: { owner: "user_id" },
      about: "The parts of recordings that were sent to your providers in the last 400 days, without what was said.",
      keep: { since: "created_at", days: 400 },
    },
    {
      table: "model_default",
      personal: { owner: "user_id" },
      about: "The models that you chose for each task.",
    },
    {
      table: "model",
      personal: { owner: "user_id" },
      about: "The models of your providers, with their prices and limits.",
      live: { key: "id", columns: ["id", "user_id", "provider_id"] },
    },
    {
      table: "mcp_tool",
      personal: { owner: "user_id" },
      about: "The tools of your MCP servers, as the servers describe them.",
    },
    {
      table: "mcp_server",
      personal: { owner: "user_id" },
      about: "Your MCP servers, without what they are signed in with.",
      withheld: ["sealed", "key_id"],
      live: { key: "id", columns: ["id", "user_id", "name"] },
    },
    {
      table: "provider",
      personal: { owner: "user_id" },
      about: "Your providers of models, without their keys.",
      withheld: ["key_id"],
      live: { key: "id", columns: ["id", "user_id", "name"] },
    },
  ],
};
