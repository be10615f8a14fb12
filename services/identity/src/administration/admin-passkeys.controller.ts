import { Delete, Get, HttpCode, Param, UseGuards } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import {
  type Administrator,
  Audit,
  AuthController,
  From,
  type RequestContext,
  userNotFound,
  uuidOf,
} from "../core/index.ts";
import { Passkeys } from "../passkeys/index.ts";
import { UserStore } from "../users/index.ts";
import { Admin, AdminGuard, refuseOwn } from "./admin.guard.ts";

/** Passkeys of a person who asked for help. */
@AuthController()
@UseGuards(AdminGuard)
export class AdminPasskeysController {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly passkeys: Passkeys,
    private readonly audit: Audit,
  ) {}

  @Get("admin/users/:id/passkeys")
  async list(@Param("id") id: string) {
    const userId = uuidOf("user_id", id);
    if (!(await this.database.system((tx) => this.users.byId(tx, userId)))) throw userNotFound();
    return this.passkeys.list(userId);
  }

  @Delete("admin/users/:id/passkeys/:passkeyId")
  @HttpCode(204)
  async remove(
    @Param("id") id: string,
    @Param("passkeyId") passkeyId: string,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    const [userId, wanted] = [uuidOf("user_id", id), uuidOf("passkey_id", passkeyId)];
    refuseOwn(by, userId);
    await this.database.system(async (tx) => {
      await this.passkeys.removeOf(tx, userId, wanted, from);
      await this.audit.record(tx, "admin_passkey_removed", from, userId, { by: by.userId ?? "service key" });
    });
  }
}
