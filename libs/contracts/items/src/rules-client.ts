import { request, type Transport } from "@tessera/contracts-core/client.ts";
import { etagOf } from "./client.ts";
import type { Item } from "./items.ts";
import type {
  CardEffectQuery,
  CardEffects,
  CardRule,
  CardRuleList,
  CardRulePatch,
  CardRuleRan,
  CardRuleTrial,
  CardRuleTried,
  CardRuleUndone,
  CardRuleVersions,
  NewCardRule,
} from "./rules.ts";

/** Rules for cards. */
export const rulesClient = (transport: Transport) => ({
  /** In the order in which they run. */
  list: (signal?: AbortSignal) => request<CardRuleList>(transport, "GET", "/api/items/rules", { signal }),
  /** @throws ProblemError 400 `rule_unusable`, 409 `too_many_rules` */
  create: (rule: NewCardRule, idempotencyKey: string) =>
    request<CardRule>(transport, "POST", "/api/items/rules", { json: rule, idempotencyKey }),
  /** @throws ProblemError 412 `version_conflict` when somebody changed the rule since `version` */
  change: (id: string, version: number, patch: CardRulePatch) =>
    request<CardRule>(transport, "PATCH", `/api/items/rules/${id}`, {
      ...{ json: patch, headers: { "if-match": etagOf(version) } },
    }),
  remove: (id: string, version: number) =>
    request<void>(transport, "DELETE", `/api/items/rules/${id}`, { headers: { "if-match": etagOf(version) } }),
  /** Brings a deleted rule back. */
  restore: (id: string) => request<CardRule>(transport, "POST", `/api/items/rules/${id}/restore`),
  versions: (id: string, signal?: AbortSignal) =>
    request<CardRuleVersions>(transport, "GET", `/api/items/rules/${id}/versions`, { signal }),
  /** Writes what a rule sets of the newest cards. `run`: an id of the caller's, by which it is undone. */
  run: (id: string, run: string) => request<CardRuleRan>(transport, "PUT", `/api/items/rules/${id}/runs/${run}`),
  undoRun: (id: string, run: string) =>
    request<CardRuleUndone>(transport, "DELETE", `/api/items/rules/${id}/runs/${run}`),
  /** What rules set, newest first. */
  effects: (query: CardEffectQuery, signal?: AbortSignal) =>
    request<CardEffects>(transport, "GET", "/api/items/rules/effects", { query, signal }),
  /** Gives the card the value of before, as the person's own. @throws ProblemError 409 `rule_effect_gone` */
  revert: (effect: string) => request<Item>(transport, "POST", `/api/items/rules/effects/${effect}/revert`),
  /** What a draft would change of the newest cards; writes nothing. */
  try: (trial: CardRuleTrial, signal?: AbortSignal) =>
    request<CardRuleTried>(transport, "POST", "/api/items/rules/trials", { json: trial, signal }),
});
