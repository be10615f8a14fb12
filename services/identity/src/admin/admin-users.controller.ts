import { Body, Delete, Get, HttpCode, Inject, Param, Post, Put, Query, Res, UseGuards } from "@nestjs/common";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthController } from "../http/auth-controller.ts";
import { From, type RequestContext } from "../http/request-context.ts";
import { Admin, AdminGuard, type Administrator } from "./admin.guard.ts";
import { AdminUsers } from "./admin-users.ts";
import { Attributes } from "./attributes.ts";
import { uuidOf } from "./ids.ts";

const pageNumber = (fallback: number, most: number) =>
  z.preprocess(
    (given) => (given === "" || given === undefined ? fallback : given),
    z.coerce
      .number("Bad Pagination Parameters")
      .int("Bad Pagination Parameters")
      .min(1, "Bad Pagination Parameters")
      .max(most, "Bad Pagination Parameters"),
  );
const ListQuery = z.object({
  page: pageNumber(1, 1_000_000),
  per_page: pageNumber(50, 1000),
  filter: z.string().max(254).optional(),
});
const DeleteBody = z.object({ should_soft_delete: z.boolean().default(false) }).optional();

@AuthController()
@UseGuards(AdminGuard)
export class AdminUsersController {
  constructor(
    private readonly users: AdminUsers,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Get("admin/users")
  async list(
    @Query({ schema: ListQuery }) { page, per_page: perPage, filter }: z.infer<typeof ListQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { users, total } = await this.users.list({ page, perPage, filter });
    const last = Math.max(1, Math.ceil(total / perPage));
    // `page` comes first: auth-js reads what follows the first "=".
    const link = (to: number, rel: string) => {
      const query = new URLSearchParams({ page: String(to), per_page: String(perPage), ...(filter ? { filter } : {}) });
      return `<${this.config.issuer}/admin/users?${query}>; rel="${rel}"`;
    };
    const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
    reply.header("x-total-count", String(total)).header("link", links.join(", "));
    return { users, aud: "authenticated" };
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
