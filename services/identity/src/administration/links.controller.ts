import { Body, HttpCode, Post, Query, UseGuards } from "@nestjs/common";
import { z } from "zod";
import {
  type Administrator,
  AuthController,
  Email,
  From,
  Metadata,
  Password,
  RedirectQuery,
  type RequestContext,
} from "../core/index.ts";
import { Admin, AdminGuard } from "./admin.guard.ts";
import { Links, type LinkType, linkKinds } from "./links.ts";

const InviteBody = z.object({ email: Email, data: Metadata.nullish() });
const LinkBody = z.object({
  type: z.enum(Object.keys(linkKinds) as [LinkType, ...LinkType[]], "Invalid email action link type requested"),
  email: Email,
  new_email: Email.nullish(),
  password: Password.nullish(),
  data: Metadata.nullish(),
  redirect_to: z.string().max(2000).nullish(),
});

@AuthController()
@UseGuards(AdminGuard)
export class LinksController {
  constructor(private readonly links: Links) {}

  @Post("invite")
  @HttpCode(200)
  invite(
    @Body({ schema: InviteBody }) { email, data }: z.infer<typeof InviteBody>,
    @Query({ schema: RedirectQuery }) { redirect_to }: RedirectQuery,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    return this.links.invite(email, data ?? {}, redirect_to, by, from);
  }

  @Post("admin/generate_link")
  @HttpCode(200)
  generate(
    @Body({ schema: LinkBody }) body: z.infer<typeof LinkBody>,
    @Query({ schema: RedirectQuery }) query: RedirectQuery,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    const { type, email, new_email: newEmail = null, password = null, data } = body;
    const redirectTo = body.redirect_to ?? query.redirect_to;
    return this.links.generate({ type, email, newEmail, password, metadata: data ?? {}, redirectTo }, by, from);
  }
}
