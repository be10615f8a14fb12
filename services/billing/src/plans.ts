import type { Interval } from "@tessera/contracts-billing/billing.ts";
import { PLAN_LIMITS } from "@tessera/contracts-billing/limits.ts";
import { MAX_IMPORT_BYTES } from "@tessera/contracts-items/limits.ts";

/** A plan as it is sold. Amounts in minor units. Its product at the provider has the id `productId`. */
export interface PlanDefinition {
  id: string;
  name: string;
  description: string;
  /** Of a month. */
  amount: number;
  currency: "eur";
  productId: string;
  /** Most cards that the plan holds, those in the trash included; null: any number. The items service keeps to it. */
  cardLimit: number | null;
  /** Most bytes of attachments and imported files that the plan holds. The items service keeps to it. */
  storageLimit: number;
  features: { name: string; value: string }[];
}

/** What every plan holds. Only what is so: an import above the size is refused. */
const common = [
  { name: "Full-text search", value: "Yes" },
  { name: "Import of bookmarks and mail", value: `Yes, ${MAX_IMPORT_BYTES / 1024 ** 3} GB a file` },
  { name: "People", value: "1" },
];

const plan = (
  id: string,
  name: string,
  description: string,
  amount: number,
  { cards, bytes }: { cards: number | null; bytes: number },
): PlanDefinition => ({
  id,
  name,
  description,
  amount,
  currency: "eur",
  productId: `tessera_${id}`,
  cardLimit: cards,
  storageLimit: bytes,
  features: [
    { name: "Cards", value: cards?.toLocaleString("en") ?? "Unlimited" },
    { name: "Attachments", value: `${bytes / 1024 ** 3} GB` },
    ...common,
  ],
});

export const plans: PlanDefinition[] = [
  plan("desk", "Desk", "Tessera for one person", 800, PLAN_LIMITS.desk),
  plan("studio", "Studio", "Tessera for one person who works with it all day", 1800, PLAN_LIMITS.studio),
  plan("workshop", "Workshop", "Tessera for one person who keeps everything", 4400, PLAN_LIMITS.workshop),
];

export const planById = (id: string) => plans.find((plan) => plan.id === id);
export const planByProduct = (productId: string) => plans.find((plan) => plan.productId === productId);

/** Amounts of a year in minor units, by the id of the plan. */
export type YearlyAmounts = Readonly<Partial<Record<string, number>>>;

/** A price of a plan; at the provider it is found by `lookupKey`. */
export interface PriceDefinition {
  plan: PlanDefinition;
  interval: Interval;
  amount: number;
  lookupKey: string;
  /** Whether the installation sets the amount; else the one that the account has counts. */
  isSet: boolean;
}

export const lookupKeyOf = ({ id }: PlanDefinition, interval: Interval): string => `tessera_${id}_${interval}`;

/** All prices that are sold: one of a month for each plan, and one of a year where the installation has set it. */
export const pricesSold = (yearly: YearlyAmounts): PriceDefinition[] =>
  plans.flatMap((plan) => {
    const price = (interval: Interval, amount: number, isSet: boolean): PriceDefinition => ({
      ...{ plan, interval, amount, isSet },
      lookupKey: lookupKeyOf(plan, interval),
    });
    const year = yearly[plan.id];
    return [price("month", plan.amount, false), ...(year === undefined ? [] : [price("year", year, true)])];
  });
