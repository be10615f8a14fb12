import { agentLimitReached, agentPricesUnknown } from "@tessera/contracts-agents/problems.ts";
import { problem } from "@tessera/service-kit";
import { costOf } from "../calls/cost.ts";
import { maxTokensOf } from "../calls/most-tokens.ts";
import { type ModelRow, pricesOf } from "../models/model.store.ts";
import type { AgentRow } from "./agent.store.ts";

/**
 * The most that a call can cost, in micro-dollars; null when the prices are not known.
 * @param agent read in the transaction that stores the call, behind the agent's lock
 * @throws ProblemException 409 `agent_limit_reached`, `agent_prices_unknown`
 */
export function reserve(agent: AgentRow, model: ModelRow, texts: readonly string[]): number | null {
  const tokens = { input: maxTokensOf(texts), cached: 0, output: agent.max_output_tokens };
  const cost = costOf(tokens, pricesOf(model));
  const limits = [
    { period: "day", limit: agent.day_limit_micros, spent: agent.day_micros },
    { period: "month", limit: agent.month_limit_micros, spent: agent.month_micros },
  ];
  for (const { period, limit, spent } of limits) {
    if (limit === null) continue;
    if (cost === null) throw problem(agentPricesUnknown, { agent: agent.name, model: model.title });
    if (Number(spent) + cost <= Number(limit)) continue;
    const [allowed, used, most] = [Number(limit), Number(spent), cost].map(inDollars) as [string, string, string];
    throw problem(agentLimitReached, { agent: agent.name, period, limit: allowed, spent: used, cost: most });
  }
  return cost;
}

/** "$0.05", to the micro-dollar, with cents at least. */
function inDollars(micros: number): string {
  const digits = String(micros).padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
  return `$${digits.slice(0, -6)}.${fraction}`;
}
