import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { KeptPushDevice, NewPushSubscription, PushDevices, PushKey } from "@tessera/contracts-settings/push.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { DevicesService } from "./devices.service.ts";

const Id = z.uuid();
/** Each change asks a resolver for a name, and each test a push service. */
const CHANGES = { name: "settings-push", limit: 60, windowSeconds: 60, by: "caller" } as const;
const TESTS = { name: "settings-push-test", limit: 10, windowSeconds: 60, by: "caller" } as const;

@ApiTags("push")
@ApiBearerAuth()
@Controller("api/settings/push")
@RateLimit({ name: "settings", limit: 300, windowSeconds: 60, by: "caller" })
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  /** What browsers subscribe with. */
  @Get("key")
  @ApiResponse({ status: 200, standardSchema: PushKey })
  key() {
    return this.devices.key();
  }

  @Get("devices")
  @ApiResponse({ status: 200, standardSchema: PushDevices })
  list(@CurrentUser() caller: Caller) {
    return this.devices.list(caller);
  }

  /** Switches notifications on for a browser; the same one again is the same device. */
  @Post("devices")
  @RateLimit(CHANGES)
  @ApiResponse({ status: 201, standardSchema: KeptPushDevice })
  @Refuses({ 400: "push_subscription_refused", 409: "too_many_push_devices" })
  add(
    @CurrentUser() caller: Caller,
    @Body({ schema: NewPushSubscription }) subscription: NewPushSubscription,
    @Headers("user-agent") userAgent = "",
  ) {
    return this.devices.add(caller, subscription, userAgent);
  }

  /** Another subscription of the same browser, or the same one in another session. */
  @Put("devices/:id")
  @RateLimit(CHANGES)
  @ApiResponse({ status: 200, standardSchema: KeptPushDevice })
  @Refuses({ 400: "push_subscription_refused", 404: "push_device_not_found" })
  renew(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: NewPushSubscription }) subscription: NewPushSubscription,
    @Headers("user-agent") userAgent = "",
  ) {
    return this.devices.renew(caller, id, subscription, userAgent);
  }

  @Delete("devices/:id")
  @RateLimit(CHANGES)
  @HttpCode(204)
  @Refuses({ 404: "push_device_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.devices.remove(caller, id);
  }

  /** Sends a notification now, and says what became of it. */
  @Post("devices/:id/test")
  @RateLimit(TESTS)
  @HttpCode(204)
  @Refuses({ 404: "push_device_not_found", 410: "push_subscription_ended", 502: "push_service_failed" })
  test(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.devices.test(caller, id);
  }
}
