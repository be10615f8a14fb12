import { HttpStatus } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import type { Sandbox } from "../sandbox.ts";
import type { PortalSession } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { messagePage } from "./page.ts";
import { send, type View } from "./send.ts";

/** How long the address of a portal works, in seconds. */
const LIFETIME = 3600;

/** Runs for anyone who has a valid portal address, at the time of the customer's test clock. */
export async function inPortal(
  sandbox: Sandbox,
  reply: FastifyReply,
  id: string,
  act: (ledger: Ledger, session: PortalSession) => Promise<View>,
): Promise<void> {
  const view = await sandbox.unit(async (ledger): Promise<View> => {
    const session = await ledger.find("billing_portal.session", id);
    if (!session || session.created + LIFETIME < ledger.now)
      return {
        status: HttpStatus.NOT_FOUND,
        html: messagePage("This link has expired", "Open the customer portal from Billing in Tessera again."),
      };
    if ((await ledger.get("customer", session.customer)).deleted)
      return {
        status: HttpStatus.NOT_FOUND,
        html: messagePage("This customer was deleted", "Choose a plan in Tessera to begin again.", backFrom(session)),
      };
    await ledger.enter(session.customer);
    return act(ledger, session);
  });
  send(reply, view);
}

export const backFrom = ({ return_url }: PortalSession) => ({ href: return_url ?? "/", label: "Back to Tessera" });
