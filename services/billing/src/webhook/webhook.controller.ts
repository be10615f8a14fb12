import { Controller, HttpCode, HttpStatus, Post, Req } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { Public, Refuses, TakesAnyText } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { Webhook } from "./webhook.ts";

const Received = z.object({ received: z.literal(true) });

@Controller("api/stripe")
export class WebhookController {
  constructor(private readonly webhook: Webhook) {}

  /**
   * Takes events of the payment provider. The body is checked as it came, byte for byte, by its signature and then its
   * form.
   */
  @Public()
  @TakesAnyText()
  @Post("webhook")
  @HttpCode(HttpStatus.OK)
  @Refuses({ 400: "invalid_signature, replayed_signature or invalid_event" })
  @ApiResponse({ status: 200, standardSchema: Received })
  receive(@Req() request: FastifyRequest & { rawBody?: Buffer }) {
    return this.webhook.receive(request.rawBody, request.headers["stripe-signature"]);
  }
}
