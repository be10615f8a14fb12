import { z } from "zod";

/** The list of a service's `contributes` that the billing service reads. */
export const ENTITLEMENTS = "entitlements";

/** Most of a thing that a plan holds, by plan id; null: any number, 0: not part of the plan. */
export const PlanLimits = z.record(z.string(), z.int().min(0).nullable());

/** Something of an area that plans hold more or less of. */
export const Entitlement = z.strictObject({
  /** The area and the thing: "finance.accounts". It never changes its meaning. */
  name: z.string().regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/, 'is not "<area>.<thing>"'),
  /** What the comparison of plans and refusals call it, in the plural where it is counted: "Accounts". */
  title: z.string().min(1).max(60),
  /** What the limit counts; `access`: nothing, a plan has it or not. */
  unit: z.enum(["count", "bytes", "access"]),
  /** What plans hold unless the installation sets something else (BILLING_PLAN_LIMITS); 0 in a plan that is not named. */
  plans: PlanLimits,
});
export type Entitlement = z.infer<typeof Entitlement>;

/** Declares an entitlement of an area, for its contract and for `contributes.entitlements` of its service. */
export const defineEntitlement = (entitlement: Entitlement): Entitlement => entitlement;

const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;

/** A limit as people read it: "1,000", "5 GB", "Yes". */
export function limitInWords({ unit }: Pick<Entitlement, "unit">, limit: number | null): string {
  if (unit === "access") return limit === 0 ? "No" : "Yes";
  if (limit === null) return "Unlimited";
  if (limit === 0) return "None";
  if (unit === "count") return limit.toLocaleString("en");
  return limit >= GIGABYTE ? `${rounded(limit / GIGABYTE)} GB` : `${rounded(limit / MEGABYTE)} MB`;
}

const rounded = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 1 });
