import { z } from "zod";

/** Where a person's mails come in. */
export const MailIn = z.object({
  domain: z.string().nullable().describe("domain of addresses; null: this installation receives no mail"),
  address: z.string().nullable().describe("the person's own; everybody who knows it can send them cards"),
  since: z.iso.datetime().nullable().describe("since when mails to this address come in"),
  lastAt: z.iso.datetime().nullable().describe("when the newest mail became a card"),
  refused: z
    .object({ at: z.iso.datetime(), reason: z.string() })
    .nullable()
    .describe("the newest mail that became none, and why"),
});
export type MailIn = z.infer<typeof MailIn>;

/** What became of a mail that a provider handed over. */
export const TakenMail = z.object({
  taken: z.enum(["new", "known"]).describe("known: the same mail is a card already"),
});
export type TakenMail = z.infer<typeof TakenMail>;
