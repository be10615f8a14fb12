import { Body, Controller, HttpCode, Post } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { AssignEntries as Assignment, DecideResult } from "@tessera/contracts-queue/queue.ts";
import { type Caller, CurrentUser, RateLimit } from "@tessera/service-kit";
import { AssignEntries } from "./assign-entries.ts";

/** Not for clients: a run costs what its model costs. */
@Controller("api/queue/entries/assignments")
@RateLimit({ name: "queue-assignments", limit: 60, windowSeconds: 60, by: "caller" })
export class AssignmentsController {
  constructor(private readonly entries: AssignEntries) {}

  @Post()
  @ApiResponse({ status: 200, standardSchema: DecideResult })
  @HttpCode(200)
  assign(@CurrentUser() caller: Caller, @Body({ schema: Assignment }) assignment: Assignment) {
    return this.entries.assign(caller, assignment);
  }
}
