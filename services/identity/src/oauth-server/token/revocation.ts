import { Inject, Injectable } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { and, eq } from "drizzle-orm";
import { AuthError } from "../../core/index.ts";
import { AccessTokens, RefreshTokens, sessions } from "../../sessions/index.ts";
import type { ClientRow } from "../tables.ts";

/** RFC 7009: a client gives its tokens back. Either of the two ends its session; what the person granted stays. */
@Injectable()
export class Revocation {
  constructor(
    @Inject(Database) private readonly database: Database,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
  ) {}

  /** Says nothing about tokens that are not this client's. */
  async revoke(client: ClientRow, token: string): Promise<void> {
    const named = await this.accessTokens.verify(token).catch((error: unknown) => {
      if (error instanceof AuthError) return null;
      throw error;
    });
    await this.database.system(async (tx) => {
      const id = named?.session_id ?? (await this.refreshTokens.find(tx, token))?.sessionId;
      if (id) await tx.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.clientId, client.id)));
    });
  }
}
