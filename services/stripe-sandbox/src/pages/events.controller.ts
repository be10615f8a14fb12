import { Controller, Get, HttpStatus, Param, Post, Res } from "@nestjs/common";
import { Public } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { sendAgain, sentEvents } from "../delivery/sent-events.ts";
import { Sandbox } from "../sandbox.ts";
import { eventsPage } from "./events-page.ts";
import { SessionId } from "./fields.ts";
import { inPortal } from "./in-portal.ts";
import { messagePage } from "./page.ts";

/** The events that were sent about a customer, for anyone who has the address of the customer's portal. */
@Public()
@Controller("sandbox/portal/:session/events")
export class EventsController {
  constructor(private readonly sandbox: Sandbox) {}

  @Get()
  show(@Param("session", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    return inPortal(this.sandbox, reply, id, async (ledger, session) => ({
      html: eventsPage(session, await sentEvents(ledger, session.customer), null),
    }));
  }

  @Post(":event/send")
  again(
    @Param("session", { schema: SessionId }) id: string,
    @Param("event", { schema: SessionId }) event: string,
    @Res() reply: FastifyReply,
  ) {
    return inPortal(this.sandbox, reply, id, async (ledger, session) => {
      if (!(await sendAgain(ledger, session.customer, event)))
        return {
          status: HttpStatus.NOT_FOUND,
          html: messagePage("This event does not exist", "Choose one of the list in the portal."),
        };
      const events = await sentEvents(ledger, session.customer);
      const type = events.find((sent) => sent.id === event)?.type ?? "The event";
      return { html: eventsPage(session, events, `${type} is sent again.`) };
    });
  }
}
