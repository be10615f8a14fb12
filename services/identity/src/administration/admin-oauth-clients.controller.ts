import { Body, Delete, Get, HttpCode, Inject, Param, Post, Put, Query, Res, UseGuards } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import {
  type Administrator,
  AuthController,
  From,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
  uuidOf,
} from "../core/index.ts";
import { ClientChange, Clients, NewClient } from "../oauth-server/index.ts";
import { Admin, AdminGuard } from "./admin.guard.ts";
import { pageNumber } from "./page-number.ts";

const MAX_PAGE = 1_000_000;
const MAX_PER_PAGE = 100;
const ListQuery = z.object({ page: pageNumber(1, MAX_PAGE), per_page: pageNumber(50, MAX_PER_PAGE) });

const idOf = (written: string) => uuidOf("client_id", written);

/** Clients that may ask people in, administered as upstream does. */
@AuthController()
@UseGuards(AdminGuard)
export class AdminOAuthClientsController {
  constructor(
    private readonly clients: Clients,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Get("admin/oauth/clients")
  async list(
    @Query({ schema: ListQuery }) { page, per_page: perPage }: z.infer<typeof ListQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { clients, total } = await this.clients.list(page, perPage);
    const last = Math.max(1, Math.ceil(total / perPage));
    // `page` comes first: auth-js reads what follows the first "=".
    const link = (to: number, rel: string) =>
      `<${this.config.issuer}/admin/oauth/clients?page=${to}&per_page=${perPage}>; rel="${rel}"`;
    const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
    reply.header("x-total-count", String(total)).header("link", links.join(", "));
    return { clients, aud: "authenticated" };
  }

  @Post("admin/oauth/clients")
  @HttpCode(201)
  create(@Body({ schema: NewClient }) body: NewClient, @Admin() by: Administrator, @From() from: RequestContext) {
    return this.clients.create(body, by, from);
  }

  @Get("admin/oauth/clients/:id")
  get(@Param("id") id: string) {
    return this.clients.get(idOf(id));
  }

  @Put("admin/oauth/clients/:id")
  change(
    @Param("id") id: string,
    @Body({ schema: ClientChange }) body: ClientChange,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    return this.clients.change(idOf(id), body, by, from);
  }

  @Delete("admin/oauth/clients/:id")
  @HttpCode(204)
  remove(@Param("id") id: string, @Admin() by: Administrator, @From() from: RequestContext): Promise<void> {
    return this.clients.remove(idOf(id), by, from);
  }

  @Post("admin/oauth/clients/:id/regenerate_secret")
  @HttpCode(200)
  renewSecret(@Param("id") id: string, @Admin() by: Administrator, @From() from: RequestContext) {
    return this.clients.renewSecret(idOf(id), by, from);
  }
}
