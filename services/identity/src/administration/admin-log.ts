import { Injectable } from "@nestjs/common";
import { Database } from "@tessera/service-kit";
import { and, desc, eq, inArray, like } from "drizzle-orm";
import { auditEvents } from "../core/index.ts";
import { users } from "../users/index.ts";

/** What administrators did. */
@Injectable()
export class AdminLog {
  constructor(private readonly database: Database) {}

  /** Newest first. `email`, `by_email`: as the accounts are now; null where they are gone, or a service key acted. */
  latest({ userId, limit }: { userId: string | undefined; limit: number }) {
    return this.database.system(async (tx) => {
      const rows = await tx
        .select()
        .from(auditEvents)
        .where(and(like(auditEvents.action, "admin\\_%"), userId ? eq(auditEvents.userId, userId) : undefined))
        .orderBy(desc(auditEvents.id))
        .limit(limit);
      const ids = [...new Set(rows.flatMap(({ userId: of, details }) => [of, details.by]).filter(isUuid))];
      const named = ids.length
        ? await tx
            .select({ id: users.id, email: users.email, phone: users.phone, deletedAt: users.deletedAt })
            .from(users)
            .where(inArray(users.id, ids))
        : [];
      const names = new Map(
        named
          .filter(({ deletedAt }) => !deletedAt)
          .map(({ id, email, phone }) => [id, email ?? (phone && `+${phone}`)]),
      );
      return {
        events: rows.map(({ id, at, action, userId: of, ip, details }) => ({
          id: String(id),
          at: at.toISOString(),
          action,
          user_id: of,
          email: (of && names.get(of)) || null,
          by: typeof details.by === "string" ? details.by : null,
          by_email: (typeof details.by === "string" && names.get(details.by)) || null,
          until: typeof details.until === "string" ? details.until : null,
          address: ip,
        })),
      };
    });
  }
}

const isUuid = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
