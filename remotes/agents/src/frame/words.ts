import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { Model } from "@tessera/contracts-agents/models.ts";
import type { CallUsage } from "@tessera/contracts-agents/prompts.ts";
import { dollars } from "./dollars.ts";

/** "128K context": tokens in thousands and millions, as makers of models write them. */
export function tokensInShort(tokens: number, locale: string | undefined): string {
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(tokens);
}

/** What is known of a model, in one line; nothing is said of what nobody said. */
export function modelLine(
  { id, providerName, contextTokens, capabilities, prices }: Model,
  locale: string | undefined,
): string {
  if (id === OFFLINE_MODEL_ID) return "Tessera · finds and quotes, writes nothing · tools · free";
  const price = (micros: number) => dollars(micros, locale);
  return [
    providerName,
    contextTokens !== null && `${tokensInShort(contextTokens, locale)} tokens of context`,
    capabilities.tools && "tools",
    capabilities.vision && "images",
    capabilities.reasoning && "reasoning",
    prices.input !== null &&
      prices.output !== null &&
      (prices.input + prices.output === 0
        ? "free"
        : `${price(prices.input)} in, ${price(prices.output)} out per million tokens`),
  ]
    .filter(Boolean)
    .join(" · ");
}

const duration = (ms: number, locale: string | undefined) =>
  ms < 1000
    ? `${ms} ms`
    : `${(ms / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;

/** What an answer took, as pairs of name and value. */
export function usageLines(usage: CallUsage, locale: string | undefined): [string, string][] {
  const { inputTokens, cachedTokens, outputTokens, costMicros, firstTokenMs, totalMs } = usage;
  const count = (tokens: number | null) => (tokens === null ? "not reported" : tokens.toLocaleString(locale));
  const cached = cachedTokens ? `, ${cachedTokens.toLocaleString(locale)} of them cached` : "";
  return [
    ["First piece", firstTokenMs === null ? "none" : duration(firstTokenMs, locale)],
    ["Whole answer", duration(totalMs, locale)],
    ["Tokens in", count(inputTokens) + cached],
    ["Tokens out", count(outputTokens)],
    ["Cost", costMicros === null ? "unknown" : dollars(costMicros, locale)],
  ];
}
