import { z } from "zod";
import { PlanLimits } from "./define-entitlement.ts";
import { PLAN_LIMITS } from "./limits.ts";

/** The list of a service's `contributes` in which it names the meters that it writes. */
export const METERS = "meters";

/**
 * What a quantity counts, always a whole number. `seconds`: of audio, rounded up. `microcents`: millionths of a minor
 * unit of the plans' currency (EUR); tokens times a price in cents per million tokens is exactly that, without a
 * rounding.
 */
export const MeterUnit = z.enum(["count", "bytes", "tokens", "seconds", "microcents"]);
export type MeterUnit = z.infer<typeof MeterUnit>;

export const Meter = z.strictObject({
  /** It never changes its meaning. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, "must be lower-case words joined by hyphens"),
  /** What pages and refusals call it, in the plural where it is counted: "Enrichments". */
  title: z.string().min(1).max(60),
  unit: MeterUnit,
  /**
   * `month`: what was used adds up and begins again each month. `held`: what is kept, so quantities may be negative;
   * the area that keeps it enforces its limit.
   */
  counts: z.enum(["month", "held"]),
  /**
   * What plans include, by plan id (null: any number), unless the installation sets something else
   * (BILLING_PLAN_LIMITS); 0 in a plan that is not named.
   */
  plans: PlanLimits,
});
export type Meter = z.infer<typeof Meter>;
export type MonthlyMeter = Meter & { counts: "month" };

const defineMeter = <const M extends Meter>(meter: M): M => meter;
const HOUR = 3600;
const MILLION = 1_000_000;
const { desk, studio, workshop } = PLAN_LIMITS;

/** Cards, those in the trash included. The items service keeps to the limit. */
export const cards = defineMeter({
  name: "cards",
  title: "Cards",
  unit: "count",
  counts: "held",
  plans: { desk: desk.cards, studio: studio.cards, workshop: workshop.cards },
});

/** Bytes of attachments and of pictures kept with bookmarks. The items service keeps to the limit. */
export const storage = defineMeter({
  name: "storage",
  title: "Storage",
  unit: "bytes",
  counts: "held",
  plans: { desk: desk.bytes, studio: studio.bytes, workshop: workshop.bytes },
});

/** Steps that found something out about a card (a page that was fetched and read), without those that failed. */
export const enrichment = defineMeter({
  name: "enrichment",
  title: "Enrichments",
  unit: "count",
  counts: "month",
  plans: { desk: 2_000, studio: 20_000, workshop: 200_000 },
});

/** Texts that became vectors. */
export const embeddings = defineMeter({
  name: "embeddings",
  title: "Embeddings",
  unit: "count",
  counts: "month",
  plans: { desk: 10_000, studio: 50_000, workshop: 500_000 },
});

/** Tokens that a model read and wrote for an agent. */
export const agentTokens = defineMeter({
  name: "agent-tokens",
  title: "Agent tokens",
  unit: "tokens",
  counts: "month",
  plans: { desk: 1 * MILLION, studio: 5 * MILLION, workshop: 20 * MILLION },
});

/** What those tokens cost at the provider whose key the person gave. It is theirs to limit, so plans do not. */
export const agentCost = defineMeter({
  name: "agent-cost",
  title: "Agent cost",
  unit: "microcents",
  counts: "month",
  plans: { desk: null, studio: null, workshop: null },
});

/** Audio that was transcribed; pages show it in minutes. */
export const transcription = defineMeter({
  name: "transcription",
  title: "Transcription",
  unit: "seconds",
  counts: "month",
  plans: { desk: 2 * HOUR, studio: 10 * HOUR, workshop: 40 * HOUR },
});

/** Every meter there is, in the order of pages. */
export const meters: readonly Meter[] = [cards, storage, transcription, agentTokens, agentCost, embeddings, enrichment];
