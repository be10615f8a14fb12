import { z } from "zod";
import { Act, Amount, Currency, Day, Name, Sum, Version } from "./values.ts";

export const AccountKind = z.enum(["checking", "savings", "cash", "credit", "loan", "investment", "asset"]);
export type AccountKind = z.infer<typeof AccountKind>;

export const Account = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: AccountKind,
    currency: Currency,
    /** Its last four characters, for example "•••• 3000"; null without a number. */
    number: z.string().nullable(),
    /** What was there before the first transaction. */
    opening: Amount,
    closed: z.boolean(),
    /** Opening balance and all transactions. */
    balance: Sum,
    transactions: z.int(),
    /** Day of the newest transaction. */
    newest: Day.nullable(),
    version: Version,
  })
  .meta({ id: "FinanceAccount" });
export type Account = z.infer<typeof Account>;
export const AccountList = z.object({ items: z.array(Account) }).meta({ id: "FinanceAccountList" });
export type AccountList = z.infer<typeof AccountList>;

/** An IBAN or the bank's own number; spaces do not count. */
const AccountNumber = z
  .string()
  .transform((text) => text.replace(/[\s.-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9*/]{2,40}$/, "is not an account number"));

export const NewAccount = z
  .strictObject({
    name: Name,
    kind: AccountKind.default("checking"),
    currency: Currency,
    number: AccountNumber.nullable().default(null),
    opening: Amount.default(0),
  })
  .meta({ id: "NewFinanceAccount" });
export type NewAccount = z.input<typeof NewAccount>;

/** The currency stays: its transactions are in it. */
export const AccountPatch = z
  .strictObject({
    name: Name,
    kind: AccountKind,
    number: AccountNumber.nullable(),
    opening: Amount,
    closed: z.boolean(),
  })
  .partial()
  .meta({ id: "FinanceAccountPatch" });
export type AccountPatch = z.input<typeof AccountPatch>;

export const AccountChanged = Act.extend({ account: Account }).meta({ id: "FinanceAccountChanged" });
export type AccountChanged = z.infer<typeof AccountChanged>;
