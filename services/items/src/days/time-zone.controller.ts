import { Body, Controller, HttpCode, Put, UseGuards } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";
import { PersonTimeZone } from "@tessera/contracts/items.ts";
import { type Caller, CurrentUser } from "@tessera/service-kit";
import { SubscriptionGuard } from "../subscription/subscription.guard.ts";
import { PersonDays } from "./person-days.ts";

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items/time-zone")
@UseGuards(SubscriptionGuard)
export class TimeZoneController {
  constructor(private readonly days: PersonDays) {}

  @Put()
  @HttpCode(204)
  set(@CurrentUser() caller: Caller, @Body({ schema: PersonTimeZone }) { timeZone }: PersonTimeZone) {
    return this.days.setZone(caller, timeZone);
  }
}
