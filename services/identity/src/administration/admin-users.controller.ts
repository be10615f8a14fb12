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
import { Admin, AdminGuard } from "./admin.guard.ts";
import { AdminLog } from "./admin-log.ts";
import { AdminUsers } from "./admin-users.ts";
import { Attributes } from "./attributes.ts";
import { pageNumber } from "./page-number.ts";
import { AccountState, PeopleList } from "./people-list.ts";

const MAX_PAGE = 1_000_000;
const MAX_PER_PAGE = 1000;

const ListQuery = z.object({
  page: pageNumber(1, MAX_PAGE),
  per_page: pageNumber(50, MAX_PER_PAGE),
  filter: z.string().trim().max(254).optional(),
  state: z.preprocess((given) => (given === "" ? undefined : given), AccountState.optional()),
});
const LogQuery = z.object({
  user_id: z.uuid("user_id must be an UUID").optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const DeleteBody = z.object({ should_soft_delete: z.boolean().default(false) }).optional();

@AuthController()
@UseGuards(AdminGuard)
export class AdminUsersController {
  constructor(
    private readonly users: AdminUsers,
    private readonly people: PeopleList,
    private readonly log: AdminLog,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Get("admin/users")
  async list(
    @Query({ schema: ListQuery }) { page, per_page: perPage, filter, state }: z.infer<typeof ListQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { users, total } = await this.people.read({ page, perPage, filter, state });
    const last = Math.max(1, Math.ceil(total / perPage));
    // `page` comes first: auth-js reads what follows the first "=".
    const link = (to: number, rel: string) => {
      const query = new URLSearchParams({
        page: String(to),
        per_page: String(perPage),
        ...(filter ? { filter } : {}),
        ...(state ? { state } : {}),
      });
      return `<${this.config.issuer}/admin/users?${query}>; rel="${rel}"`;
    };
    const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
    reply.header("x-total-count", String(total)).header("link", links.join(", "));
    return { users, aud: "authenticated" };
  }

  /** Our own addition: what administrators did. */
  @Get("admin/log")
  latest(@Query({ schema: LogQuery }) { user_id: userId, limit }: z.infer<typeof LogQuery>) {
    return this.log.latest({ userId, limit });
  }

  /** Our own addition: upstream only makes a link that somebody has to deliver. */
  @Post("admin/users/:id/recover")
  @HttpCode(200)
  async recover(@Param("id") id: string, @Admin() by: Administrator, @From() from: RequestContext) {
    await this.users.sendRecovery(uuidOf("user_id", id), by, from);
    return {};
  }

  @Post("admin/users")
  @HttpCode(200)
  create(@Body({ schema: Attributes }) body: Attributes, @Admin() by: Administrator, @From() from: RequestContext) {
    return this.users.create(body, by, from);
  }

  @Get("admin/users/:id")
  get(@Param("id") id: string) {
    return this.users.get(uuidOf("user_id", id));
  }

  @Put("admin/users/:id")
  update(
    @Param("id") id: string,
    @Body({ schema: Attributes }) body: Attributes,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    return this.users.update(uuidOf("user_id", id), body, by, from);
  }

  @Delete("admin/users/:id")
  async delete(
    @Param("id") id: string,
    @Body({ schema: DeleteBody }) body: z.infer<typeof DeleteBody>,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    await this.users.delete(uuidOf("user_id", id), body?.should_soft_delete ?? false, by, from);
    return {};
  }
}
