import { Module, type OnModuleInit } from "@nestjs/common";
import { CoreModule } from "../core/index.ts";
import { DeliveryModule } from "../delivery/index.ts";
import { SessionStore, SessionsModule } from "../sessions/index.ts";
import { UsersModule } from "../users/index.ts";
import { ApiTokensController } from "./api-tokens.controller.ts";
import { ApiTokens } from "./api-tokens.ts";

/** Tokens that people make for their programs; services ask whose one is in the database (migration 060). */
@Module({
  imports: [CoreModule, UsersModule, DeliveryModule, SessionsModule],
  controllers: [ApiTokensController],
  providers: [ApiTokens],
})
export class ApiTokensModule implements OnModuleInit {
  constructor(
    private readonly sessions: SessionStore,
    private readonly tokens: ApiTokens,
  ) {}

  onModuleInit() {
    this.sessions.withAll((tx, userIds) => this.tokens.endAll(tx, userIds));
  }
}
