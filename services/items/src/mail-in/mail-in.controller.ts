import { Controller, Delete, Get, HttpCode, Inject, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { MailIn } from "@tessera/contracts-items/mail-in.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { MailInService } from "./mail-in.service.ts";

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items/mail-in")
@Subscribed()
@RateLimit({ name: "items-read", limit: 3000, windowSeconds: 60, by: "caller" })
export class MailInController {
  constructor(@Inject(MailInService) private readonly mailIn: MailInService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: MailIn })
  get(@CurrentUser() caller: Caller) {
    return this.mailIn.get(caller);
  }

  /** Gives the person another address; the one before counts no more. */
  @Post()
  @RateLimit({ name: "mail-addresses", limit: 30, windowSeconds: 3600, by: "caller" })
  @Idempotent<MailInController, MailIn>({
    // The address is a secret: it is read again instead of kept with the key.
    reference: () => "own",
    replay: (controller, caller) => controller.get(caller),
  })
  @ApiResponse({ status: 201, standardSchema: MailIn })
  @Refuses({ 409: "mail_in_off" })
  renew(@CurrentUser() caller: Caller) {
    return this.mailIn.renew(caller);
  }

  @Delete()
  @HttpCode(204)
  remove(@CurrentUser() caller: Caller) {
    return this.mailIn.remove(caller);
  }
}
