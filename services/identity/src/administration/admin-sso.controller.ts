import { Body, Delete, Get, HttpCode, Param, Post, Put, UseGuards } from "@nestjs/common";
import { z } from "zod";
import { type Administrator, AuthController, From, type RequestContext } from "../core/index.ts";
import { noSsoProvider, SsoProviderAttributes, SsoProviders } from "../federation/index.ts";
import { Admin, AdminGuard } from "./admin.guard.ts";

/** Companies' identity providers, administered as upstream does. */
@AuthController()
@UseGuards(AdminGuard)
export class AdminSsoController {
  constructor(private readonly providers: SsoProviders) {}

  @Get("admin/sso/providers")
  list() {
    return this.providers.list();
  }

  @Post("admin/sso/providers")
  @HttpCode(201)
  create(
    @Body({ schema: SsoProviderAttributes }) body: SsoProviderAttributes,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    return this.providers.create(body, by, from);
  }

  @Get("admin/sso/providers/:id")
  get(@Param("id") id: string) {
    return this.providers.get(idOf(id));
  }

  @Put("admin/sso/providers/:id")
  update(
    @Param("id") id: string,
    @Body({ schema: SsoProviderAttributes }) body: SsoProviderAttributes,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    return this.providers.update(idOf(id), body, by, from);
  }

  @Delete("admin/sso/providers/:id")
  remove(@Param("id") id: string, @Admin() by: Administrator, @From() from: RequestContext) {
    return this.providers.remove(idOf(id), by, from);
  }
}

function idOf(written: string): string {
  if (!z.uuid().safeParse(written).success) throw noSsoProvider("SSO Identity Provider not found");
  return written;
}
