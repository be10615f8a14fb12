import { Delete, Get, Param, UseGuards } from "@nestjs/common";
import { Database, type Tx } from "@tessera/service-kit";
import {
  type Administrator,
  Audit,
  AuthController,
  From,
  type RequestContext,
  userNotFound,
  uuidOf,
} from "../core/index.ts";
import { FactorStore, Factors, factorNotFound } from "../factors/index.ts";
import { factorView, UserStore } from "../users/index.ts";
import { Admin, AdminGuard, refuseOwn } from "./admin.guard.ts";

/** Second factors of a person who asked for help. */
@AuthController()
@UseGuards(AdminGuard)
export class AdminFactorsController {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly store: FactorStore,
    private readonly factors: Factors,
    private readonly audit: Audit,
  ) {}

  @Get("admin/users/:id/factors")
  list(@Param("id") id: string) {
    const userId = uuidOf("user_id", id);
    return this.database.system(async (tx) => {
      await this.existing(tx, userId);
      return (await this.store.of(tx, userId)).map(factorView);
    });
  }

  @Delete("admin/users/:id/factors/:factorId")
  remove(
    @Param("id") id: string,
    @Param("factorId") factorId: string,
    @Admin() by: Administrator,
    @From() from: RequestContext,
  ) {
    const [userId, wanted] = [uuidOf("user_id", id), uuidOf("factor_id", factorId)];
    refuseOwn(by, userId);
    return this.database.system(async (tx) => {
      await this.existing(tx, userId);
      const factor = await this.store.locked(tx, userId, wanted);
      if (!factor) throw factorNotFound();
      await this.factors.remove(tx, factor, from);
      await this.audit.record(tx, "admin_factor_removed", from, userId, { by: by.userId ?? "service key" });
      return factorView(factor);
    });
  }

  private async existing(tx: Tx, id: string): Promise<void> {
    if (!(await this.users.locked(tx, id))) throw userNotFound();
  }
}
