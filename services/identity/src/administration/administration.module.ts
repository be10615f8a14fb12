import { Module } from "@nestjs/common";
import { AdministratorsSchema, provideConfig } from "@tessera/service-kit";
import { AccountModule } from "../account/index.ts";
import { CoreModule } from "../core/index.ts";
import { DeliveryModule } from "../delivery/index.ts";
import { FactorsModule } from "../factors/index.ts";
import { FederationModule } from "../federation/index.ts";
import { OAuthServerModule } from "../oauth-server/index.ts";
import { PasskeysModule } from "../passkeys/index.ts";
import { SessionsModule } from "../sessions/index.ts";
import { UsersModule } from "../users/index.ts";
import { ADMINISTRATORS } from "./admin.guard.ts";
import { AdminFactorsController } from "./admin-factors.controller.ts";
import { AdminLog } from "./admin-log.ts";
import { AdminOAuthClientsController } from "./admin-oauth-clients.controller.ts";
import { AdminPasskeysController } from "./admin-passkeys.controller.ts";
import { AdminSsoController } from "./admin-sso.controller.ts";
import { AdminUsersController } from "./admin-users.controller.ts";
import { AdminUsers } from "./admin-users.ts";
import { AdministratorsEntries } from "./administrators-entries.ts";
import { LinksController } from "./links.controller.ts";
import { Links } from "./links.ts";
import { PeopleList } from "./people-list.ts";
import { ServiceKeys } from "./service-keys.ts";

/** What administrators and servers with a service key do to other people's accounts. */
@Module({
  imports: [
    CoreModule,
    UsersModule,
    DeliveryModule,
    SessionsModule,
    PasskeysModule,
    FactorsModule,
    AccountModule,
    FederationModule,
    OAuthServerModule,
  ],
  controllers: [
    AdminUsersController,
    AdminFactorsController,
    AdminPasskeysController,
    LinksController,
    AdminSsoController,
    AdminOAuthClientsController,
  ],
  providers: [
    provideConfig(ADMINISTRATORS, AdministratorsSchema),
    AdminLog,
    AdministratorsEntries,
    AdminUsers,
    Links,
    PeopleList,
    ServiceKeys,
  ],
})
export class AdministrationModule {}
