import { Body, Controller, HttpCode, Post } from "@nestjs/common";
import { ApiTags } from "@nestjs/swagger";
import { PushRenewal } from "@tessera/contracts-settings/push.ts";
import { Public, RateLimit, Refuses } from "@tessera/service-kit";
import { DevicesService } from "./devices.service.ts";

@ApiTags("push")
@Controller("api/settings/push/renewals")
export class RenewalsController {
  constructor(private readonly devices: DevicesService) {}

  /**
   * The next subscription of a browser that has no page open, hence no session at hand. Its worker has the device's
   * secret, which opens nothing else.
   */
  @Public()
  @Post()
  @RateLimit({ name: "settings-push-renewal", limit: 30, windowSeconds: 300, by: "address" })
  @HttpCode(204)
  @Refuses({ 400: "push_subscription_refused", 404: "push_device_not_found" })
  renew(@Body({ schema: PushRenewal }) { renewal, subscription }: PushRenewal) {
    return this.devices.renewUnattended(renewal, subscription);
  }
}
