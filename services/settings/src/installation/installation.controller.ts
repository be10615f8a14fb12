import { Controller, Get, Header } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { Installation } from "@tessera/contracts-settings/settings.ts";
import { Clock, RateLimit } from "@tessera/service-kit";
import { FileCheck } from "./file-check.ts";

@Controller("api/settings/installation")
export class InstallationController {
  constructor(
    private readonly clock: Clock,
    private readonly files: FileCheck,
  ) {}

  /** The clock is read last: what comes before it takes its time. */
  @Get()
  @ApiResponse({ status: 200, standardSchema: Installation })
  @Header("cache-control", "no-store")
  @RateLimit({ limit: 30, windowSeconds: 60, by: "caller" })
  async read(): Promise<Installation> {
    const files = await this.files.run();
    return { time: this.clock.now().toISOString(), files };
  }
}
