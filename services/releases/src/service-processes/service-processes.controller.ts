import { Body, Controller, Headers, HttpCode, Param, Post, Put, Req } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiTags } from "@nestjs/swagger";
import { ServiceAnnouncement, ServiceEnd } from "@tessera/contracts-releases/releases.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { Public, Refuses } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { DeployTokens } from "../deploy-tokens.ts";
import { ServiceProcesses } from "./service-processes.ts";

@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases/apps/:app/process")
export class ServiceProcessesController {
  constructor(
    private readonly tokens: DeployTokens,
    private readonly processes: ServiceProcesses,
  ) {}

  @Public()
  @Put()
  @HttpCode(204)
  @Refuses({ 401: "bad_deploy_token", 422: "service_refused, or requirements_unmet" })
  @ApiOperation({ summary: "A process says that it runs the app's service, and where; again every ten seconds" })
  async announce(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: ServiceAnnouncement }) service: ServiceAnnouncement,
    @Req() request: FastifyRequest,
  ) {
    await this.tokens.check(app, authorization);
    await this.processes.announce(app, service, request.ip);
  }

  @Public()
  @Post("end")
  @HttpCode(204)
  @Refuses({ 401: "bad_deploy_token" })
  @ApiOperation({ summary: "A process of the app's service ends; nothing is sent to it any more" })
  async end(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: ServiceEnd }) { origin }: ServiceEnd,
  ) {
    await this.tokens.check(app, authorization);
    await this.processes.end(app, origin);
  }
}
