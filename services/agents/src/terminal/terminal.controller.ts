import { Controller, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { TerminalTicket } from "@tessera/contracts-agents/terminal-requests.ts";
import { type Caller, CurrentUser, RateLimit, Subscribed } from "@tessera/service-kit";
import { TERMINALS } from "../http/limits.ts";
import { TerminalTickets } from "./terminal-tickets.ts";

@ApiTags("terminal")
@ApiBearerAuth()
@Controller("api/agents/terminal")
@Subscribed()
@RateLimit(TERMINALS)
export class TerminalController {
  constructor(private readonly tickets: TerminalTickets) {}

  @Post("tickets")
  @ApiResponse({ status: 201, standardSchema: TerminalTicket })
  ticket(@CurrentUser() caller: Caller) {
    return this.tickets.create(caller);
  }
}
