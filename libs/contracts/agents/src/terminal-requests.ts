import { z } from "zod";
import { MAX_TERMINAL_LINE } from "./limits.ts";

/** Lets one connection in, once, within seconds. */
export const TerminalTicket = z.object({ ticket: z.string() }).meta({ id: "TerminalTicket" });
export type TerminalTicket = z.infer<typeof TerminalTicket>;

const id = z.int().min(1);
const line = z.string().max(MAX_TERMINAL_LINE);

/** What a client sends. One command runs at a time; `renew` continues with the token behind another ticket. */
export const TerminalRequest = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("run"), id, line }),
  z.strictObject({ type: z.literal("stop"), id }),
  z.strictObject({ type: z.literal("complete"), id, line }),
  z.strictObject({ type: z.literal("renew"), ticket: z.string().max(200) }),
]);
export type TerminalRequest = z.infer<typeof TerminalRequest>;
