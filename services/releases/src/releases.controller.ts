import { Readable } from "node:stream";
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Req } from "@nestjs/common";
import { ApiBearerAuth, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { invalidRequest } from "@tessera/contracts-core/problems.ts";
import { BranchName } from "@tessera/contracts-releases/preview.ts";
import { octetStreamExpected, wrongApp } from "@tessera/contracts-releases/problems.ts";
import {
  AppList,
  Publication,
  ReleaseList,
  type RolloutStep,
  RolloutSteps,
} from "@tessera/contracts-releases/releases.ts";
import { Release } from "@tessera/federation/composition.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { Announced, integrityOf } from "@tessera/federation/upload.ts";
import { Public, problem, Refuses } from "@tessera/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { DeployTokens } from "./deploy-tokens.ts";
import { Uploads } from "./files/uploads.ts";
import { ListReleases } from "./list-releases.ts";
import { Releases } from "./publish-release.ts";

const Flag = z.stringbool().default(false);
const Hash = z.string().regex(/^[0-9a-f]{96}$/, "must be a SHA-384 in hexadecimal digits");

@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases/apps")
export class ReleasesController {
  constructor(
    private readonly releases: Releases,
    private readonly uploads: Uploads,
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
  @Post(":app/uploads")
  @Refuses({
    401: "bad_deploy_token",
    403: "the release may not do that",
    409: "release_withdrawn",
    422: "bad_release",
  })
  @HttpCode(200)
  @ApiOperation({
    summary: "Announces a release and answers which of its files have to be sent; needs the app's deploy token",
  })
  @ApiResponse({ status: 200, standardSchema: Announced })
  async announce(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Query("preview", { schema: Flag }) preview: boolean,
    @Body({ schema: Release }) release: Release,
  ) {
    await this.tokens.check(app, authorization);
    requireApp(release, app);
    return this.releases.announce(release, preview);
  }

  @Public()
  @Put(":app/files/:hash")
  @Refuses({ 401: "bad_deploy_token", 409: "file_not_announced", 422: "wrong_hash" })
  @HttpCode(204)
  @ApiOperation({
    summary: "Takes an announced file, by its SHA-384 in hexadecimal digits; needs the app's deploy token",
  })
  @ApiConsumes("application/octet-stream")
  async receive(
    @Param("app", { schema: AppName }) app: string,
    @Param("hash", { schema: Hash }) hash: string,
    @Headers("authorization") authorization: string,
    @Req() request: FastifyRequest,
  ) {
    await this.tokens.check(app, authorization);
    if (!(request.body instanceof Readable)) throw problem(octetStreamExpected);
    await this.uploads.receive(app, integrityOf(hash), request.body);
  }

  @Public()
  @Post(":app/releases")
  @Refuses({
    401: "bad_deploy_token",
    403: "the release may not do that",
    409: "files_missing, or the release is withdrawn",
    422: "bad_release",
  })
  @ApiOperation({
    summary:
      "Publishes a release whose files were sent; needs the app's deploy token. `rollout`: steps as JSON, to bring it to people step by step. `again`: true for one that was withdrawn. `preview`: true for one that nobody gets but by a preview link. `branch`: where it was built",
  })
  @ApiResponse({ status: 201, standardSchema: Publication })
  async publish(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Query("rollout") rollout: string | undefined,
    @Query("again", { schema: Flag }) again: boolean,
    @Query("preview", { schema: Flag }) preview: boolean,
    @Query("branch", { schema: BranchName.optional() }) branch: string | undefined,
    @Body({ schema: Release }) release: Release,
  ) {
    await this.tokens.check(app, authorization);
    requireApp(release, app);
    const steps = rollout === undefined ? undefined : stepsOf(rollout);
    const [publication] = await this.releases.publish([{ release, source: null }], "deploy token", {
      again,
      preview,
      ...(branch === undefined ? {} : { branch }),
      ...(steps ? { steps } : {}),
    });
    return publication;
  }
}

function requireApp(release: Release, app: string): void {
  if (release.app !== app) throw problem(wrongApp, { release: release.app, app });
}

function stepsOf(text: string): RolloutStep[] {
  try {
    return RolloutSteps.parse(JSON.parse(text));
  } catch {
    throw problem(invalidRequest, {
      reason: "`rollout` must be a list of ascending steps with percent and holdSeconds, as JSON.",
    });
  }
}
