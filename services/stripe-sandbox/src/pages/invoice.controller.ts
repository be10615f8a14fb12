import { Controller, Get, Header, HttpStatus, Param, Res } from "@nestjs/common";
import { Public } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { Sandbox } from "../sandbox.ts";
import { cardTyping } from "./card-typing.ts";
import { SessionId } from "./fields.ts";
import { invoicePage } from "./invoice-page.ts";
import { messagePage } from "./page.ts";
import { send, type View } from "./send.ts";
import { style } from "./style.ts";

/**
 * Hosted invoices (anyone who knows the address may read one, as at Stripe), and the style and script of all hosted
 * pages.
 */
@Public()
@Controller("sandbox")
export class InvoiceController {
  constructor(private readonly sandbox: Sandbox) {}

  @Get("invoice/:invoice")
  async show(@Param("invoice", { schema: SessionId }) id: string, @Res() reply: FastifyReply) {
    const view = await this.sandbox.unit(async (ledger): Promise<View> => {
      const invoice = await ledger.find("invoice", id);
      if (!invoice?.number)
        return {
          status: HttpStatus.NOT_FOUND,
          html: messagePage("This invoice does not exist", "Open it from Billing in Tessera."),
        };
      return { html: invoicePage(invoice) };
    });
    send(reply, view);
  }

  @Get("style.css")
  @Header("content-type", "text/css; charset=utf-8")
  @Header("cache-control", "no-cache")
  style(): string {
    return style;
  }

  @Get("card.js")
  @Header("content-type", "text/javascript; charset=utf-8")
  @Header("cache-control", "no-cache")
  cardTyping(): string {
    return cardTyping;
  }
}
