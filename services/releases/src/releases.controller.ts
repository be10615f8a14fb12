import { Controller, Get, Headers, Param, Post, Query, Req } from "@nestjs/common";
import { ApiBearerAuth, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { AppList, Publication, ReleaseList, type RolloutStep, RolloutSteps } from "@tessera/contracts/releases.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { Public, problem } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { DeployTokens } from "./deploy-tokens.ts";
import { ListReleases } from "./list-releases.ts";
import { Releases } from "./publish-release.ts";
import { readUpload } from "./read-upload.ts";

@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases/apps")
export class ReleasesController {
  constructor(
    private readonly releases: Releases,
    private readonly lists: ListReleases,
    private readonly tokens: DeployTokens,
  ) {}

  @Get()
  @ApiOperation({ summary: "Apps of the product and the release that people get" })
  @ApiResponse({ status: 200, standardSchema: AppList })
  apps() {
    return this.lists.apps();
  }

  @Get(":app/releases")
  @ApiOperation({ summary: "Releases of an app, newest first" })
  @ApiResponse({ status: 200, standardSchema: ReleaseList })
  list(@Param("app", { schema: AppName }) app: string) {
    return this.lists.releases(app);
  }

  @Public()
  @Post(":app/releases")
  @ApiOperation({
    summary: "Publishes a release; needs the app's deploy token. `rollout`: steps as JSON, to bring it to people step by step",
  })
  @ApiConsumes("multipart/form-data")
  @ApiResponse({ status: 201, standardSchema: Publication })
  async publish(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Query("rollout") rollout: string | undefined,
    @Req() request: FastifyRequest,
  ) {
    await this.tokens.check(app, authorization);
    const steps = rollout === undefined ? undefined : stepsOf(rollout);
    const upload = await readUpload(request, app);
    const [publication] = await this.releases.publish([upload], "deploy token", steps);
    return publication;
  }
}

function stepsOf(text: string): RolloutStep[] {
  try {
    return RolloutSteps.parse(JSON.parse(text));
  } catch {
    throw problem(400, "invalid_request", "`rollout` must be a list of ascending steps with percent and holdSeconds, as JSON.");
  }
}
