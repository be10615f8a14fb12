import { Module } from "@nestjs/common";
import { provideConfig } from "@tessera/service-kit";
import { FrontPlans } from "./front.ts";
import { GATEWAY_CONFIG, GatewayConfigSchema } from "./gateway.config.ts";
import { GatewayController } from "./gateway.controller.ts";
import { Handbook } from "./handbook.ts";
import { PageStyles } from "./page-styles.ts";
import { Pages } from "./pages.ts";
import { ServiceProxy } from "./proxy/service-proxy.ts";
import { RecallStreams } from "./recall-streams.ts";

@Module({
  controllers: [GatewayController],
  providers: [
    FrontPlans,
    Handbook,
    PageStyles,
    Pages,
    RecallStreams,
    ServiceProxy,
    provideConfig(GATEWAY_CONFIG, GatewayConfigSchema),
  ],
})
export class GatewayModule {}
