import { Module } from "@nestjs/common";
import { provideConfig } from "@tessera/service-kit";
import { ApiServer } from "./api/server.ts";
import { Deliveries } from "./delivery/deliveries.ts";
import { Heartbeat } from "./delivery/heartbeat.ts";
import { CheckoutController } from "./pages/checkout.controller.ts";
import { ClockController } from "./pages/clock.controller.ts";
import { EventsController } from "./pages/events.controller.ts";
import { InvoiceController } from "./pages/invoice.controller.ts";
import { PaymentsController } from "./pages/payments.controller.ts";
import { PortalController } from "./pages/portal.controller.ts";
import { SANDBOX_CONFIG, SandboxConfigSchema } from "./sandbox.config.ts";
import { Sandbox } from "./sandbox.ts";

@Module({
  controllers: [
    CheckoutController,
    PortalController,
    EventsController,
    PaymentsController,
    ClockController,
    InvoiceController,
  ],
  providers: [provideConfig(SANDBOX_CONFIG, SandboxConfigSchema), Sandbox, Deliveries, Heartbeat, ApiServer],
})
export class SandboxModule {}
