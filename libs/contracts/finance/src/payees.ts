import { z } from "zod";
import { MAX_ALIASES, MAX_BULK, MAX_NAME_LENGTH } from "./limits.ts";
import { Act, Day, Name, Version } from "./values.ts";

/** `aliases`: how banks write it; an import knows it by them and by its name. `newest`: day of its last transaction. */
export const Payee = z
  .object({
    id: z.uuid(),
    name: z.string(),
    aliases: z.array(z.string()),
    transactions: z.int(),
    newest: Day.nullable().optional(),
    version: Version,
  })
  .meta({ id: "FinancePayee" });
export type Payee = z.infer<typeof Payee>;

/** Those whose name or alias contains `q`, or that no transaction has; most used first. */
export const PayeeQuery = z.strictObject({
  q: z.string().trim().max(MAX_NAME_LENGTH).optional(),
  unused: z.literal("yes").optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** How many of them are passed over. */
  skip: z.coerce.number().int().min(0).max(1_000_000).optional(),
});
export type PayeeQuery = z.input<typeof PayeeQuery>;
/** `total`: all that match, shown or not. */
export const PayeeList = z
  .object({ items: z.array(Payee), total: z.int().optional() })
  .meta({ id: "FinancePayeeList" });
export type PayeeList = z.infer<typeof PayeeList>;
export const PayeePatch = z
  .strictObject({ name: Name, aliases: z.array(Name).max(MAX_ALIASES) })
  .partial()
  .meta({ id: "FinancePayeePatch" });
export type PayeePatch = z.infer<typeof PayeePatch>;
export const PayeeChanged = Act.extend({ payee: Payee }).meta({ id: "FinancePayeeChanged" });
export type PayeeChanged = z.infer<typeof PayeeChanged>;

/** All become `into`: it gets their transactions, and their names as aliases. */
export const PayeeMerge = z
  .strictObject({ into: z.uuid(), ids: z.array(z.uuid()).min(1).max(MAX_BULK) })
  .meta({ id: "FinancePayeeMerge" });
export type PayeeMerge = z.infer<typeof PayeeMerge>;
/** `merged`: payees that are gone; `moved`: transactions that have another payee now. */
export const PayeesMerged = Act.extend({ payee: Payee, merged: z.int(), moved: z.int() }).meta({
  id: "FinancePayeesMerged",
});
export type PayeesMerged = z.infer<typeof PayeesMerged>;

/** Of these payees, else of all, those that no transaction has. */
export const PayeeDeletion = z
  .strictObject({ ids: z.array(z.uuid()).min(1).max(MAX_BULK).optional() })
  .meta({ id: "FinancePayeeDeletion" });
export type PayeeDeletion = z.infer<typeof PayeeDeletion>;
/** `skipped`: of those that were named, not there any more or in use. */
export const PayeesDeleted = Act.extend({ deleted: z.int(), skipped: z.int() }).meta({ id: "FinancePayeesDeleted" });
export type PayeesDeleted = z.infer<typeof PayeesDeleted>;
