import { Body, Controller, HttpCode, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";
import { PersonTimeZone } from "@tessera/contracts-items/items.ts";
import { type Caller, CurrentUser, RateLimit, Subscribed } from "@tessera/service-kit";
import { PersonDays } from "./person-days.ts";

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items/time-zone")
@Subscribed()
@RateLimit({ name: "items-write", limit: 1200, windowSeconds: 60, by: "caller" })
export class TimeZoneController {
  constructor(private readonly days: PersonDays) {}

  @Put()
  @HttpCode(204)
  set(@CurrentUser() caller: Caller, @Body({ schema: PersonTimeZone }) { timeZone }: PersonTimeZone) {
    return this.days.setZone(caller, timeZone);
  }
}
