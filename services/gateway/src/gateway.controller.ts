import { Controller, Get, Param, Req, Res } from "@nestjs/common";
import { ApiExcludeController } from "@nestjs/swagger";
import { notFound } from "@tessera/contracts-core/problems.ts";
import { buildNotFound, fileNotFound } from "@tessera/contracts-releases/problems.ts";
import type { BuildMeta, LatestBuild } from "@tessera/federation/composition.ts";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { Public, problem } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Pages } from "./pages.ts";
import { RecallStreams } from "./recall-streams.ts";
import { WORKER_POLICY } from "./security-headers.ts";
import { sendFile } from "./send-file.ts";
import { sendImmutable } from "./send-immutable.ts";

/** Addresses of the services: never a page. */
const SERVICES = /^\/(api|auth|realtime|sandbox|dev|rest|storage|functions)(\/|$)/;

@Public()
@ApiExcludeController()
@Controller()
export class GatewayController {
  constructor(
    private readonly registry: ReleaseRegistry,
    private readonly pages: Pages,
    private readonly recalls: RecallStreams,
  ) {}

  @Get("assets/:app/:file")
  async content(
    @Param("app") app: string,
    @Param("file") name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const file = await this.registry.asset(app, name);
    if (!file) throw problem(notFound);
    reply.header("tessera-app", app);
    await sendFile(request, reply, file, { immutable: true });
  }

  @Get("assets/:app/:release/*")
  async asset(
    @Param("app") app: string,
    @Param("release") release: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const path = pathOf(request).slice(`/assets/${app}/${release}/`.length);
    const file = await this.registry.file(app, release, path);
    if (!file) throw problem(fileNotFound, { file: path, release, app });
    reply.header("tessera-app", `${app} ${release}`);
    await sendFile(request, reply, file, { immutable: true });
  }

  @Get("builds/latest.json")
  async latest(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const buildId = await this.pages.buildId(request);
    const tag = `"${buildId}"`;
    reply.header("cache-control", "no-store").header("etag", tag);
    if (request.headers["if-none-match"] === tag) return reply.status(304).send();
    return reply.send({ id: buildId } satisfies LatestBuild);
  }

  @Get("builds/meta/:file")
  async build(@Param("file") name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const id = /^([0-9a-f]{16})\.json$/.exec(name)?.[1];
    const composition = id ? await this.registry.build(id) : null;
    if (!composition) throw problem(buildNotFound);
    return sendImmutable(request, reply, { id: id!, composition } satisfies BuildMeta);
  }

  @Get("builds/integrity/:app/:file")
  async integrity(
    @Param("app") app: string,
    @Param("file") name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const hashes = await this.registry.integrity(app, name.replace(/\.json$/, ""));
    if (!hashes) throw problem(notFound);
    return sendImmutable(request, reply, hashes);
  }

  @Get("builds/recalls")
  stream(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.recalls.send(request, reply);
  }

  @Get("*")
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const path = pathOf(request);
    if (SERVICES.test(path)) throw problem(notFound);
    const file = await this.pages.publicFile(request, path);
    if (file && path === "/sw.js") reply.header("content-security-policy", WORKER_POLICY);
    if (file) return sendFile(request, reply, file, { immutable: false });
    if (path.endsWith("/_payload.json"))
      return reply
        .header("cache-control", "no-cache")
        .send(await this.pages.payload(request, path.slice(0, -"/_payload.json".length) || "/"));
    return this.pages.send(request, reply, path);
  }
}

/** The path as it was asked for, without the query. */
const pathOf = (request: FastifyRequest) => request.url.split("?")[0]!;
