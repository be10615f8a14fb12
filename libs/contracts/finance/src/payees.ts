import { z } from "zod";
import { MAX_ALIASES, MAX_NAME_LENGTH } from "./limits.ts";
import { Act, Name, Version } from "./values.ts";

/** `aliases`: how banks write it; an import knows it by them and by its name. */
export const Payee = z
  .object({ id: z.uuid(), name: z.string(), aliases: z.array(z.string()), transactions: z.int(), version: Version })
  .meta({ id: "FinancePayee" });
export type Payee = z.infer<typeof Payee>;

/** Those whose name or alias contains `q`; most used first. */
export const PayeeQuery = z.strictObject({
  q: z.string().trim().max(MAX_NAME_LENGTH).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type PayeeQuery = z.input<typeof PayeeQuery>;
export const PayeeList = z.object({ items: z.array(Payee) }).meta({ id: "FinancePayeeList" });
export type PayeeList = z.infer<typeof PayeeList>;
export const PayeePatch = z
  .strictObject({ name: Name, aliases: z.array(Name).max(MAX_ALIASES) })
  .partial()
  .meta({ id: "FinancePayeePatch" });
export type PayeePatch = z.infer<typeof PayeePatch>;
export const PayeeChanged = Act.extend({ payee: Payee }).meta({ id: "FinancePayeeChanged" });
export type PayeeChanged = z.infer<typeof PayeeChanged>;
