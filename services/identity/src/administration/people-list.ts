import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { and, count, desc, gt, gte, ilike, inArray, isNotNull, isNull, lte, not, or, type SQL } from "drizzle-orm";
import { z } from "zod";
import { factors, identities, type UserView, users, userView } from "../users/index.ts";

export const AccountState = z.enum(["confirmed", "unconfirmed", "invited", "banned", "deleted"]);
export type AccountState = z.infer<typeof AccountState>;

export interface Page {
  page: number;
  perPage: number;
  /** Part of an address or number, or the start of an id. */
  filter?: string;
  state?: AccountState;
}

/** Accounts page by page. `filter` and `state` are our own additions to auth/v1. */
@Injectable()
export class PeopleList {
  constructor(
    private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Newest first, deleted ones (softly) included. */
  async read({ page, perPage, filter, state }: Page): Promise<{ users: UserView[]; total: number }> {
    const wanted = and(filter ? matches(filter) : undefined, state ? this.inState(state) : undefined);
    return this.database.system(async (tx) => {
      const [{ total } = { total: 0 }] = await tx.select({ total: count() }).from(users).where(wanted);
      const rows = await tx
        .select()
        .from(users)
        .where(wanted)
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(perPage)
        .offset((page - 1) * perPage);
      const ids = rows.map(({ id }) => id);
      const own = ids.length ? await tx.select().from(identities).where(inArray(identities.userId, ids)) : [];
      const second = ids.length ? await tx.select().from(factors).where(inArray(factors.userId, ids)) : [];
      const of = <T extends { userId: string }>(all: T[], id: string) => all.filter((row) => row.userId === id);
      return { users: rows.map((row) => userView(row, of(own, row.id), of(second, row.id))), total };
    });
  }

  /** Every account has one state: deleted or banned first, then how far it got. */
  private inState(state: AccountState): SQL | undefined {
    if (state === "deleted") return isNotNull(users.deletedAt);
    const banned = and(isNotNull(users.bannedUntil), gt(users.bannedUntil, this.clock.now()));
    if (state === "banned") return and(isNull(users.deletedAt), banned);
    const free = and(isNull(users.deletedAt), or(isNull(users.bannedUntil), lte(users.bannedUntil, this.clock.now())));
    const proved = or(isNotNull(users.emailConfirmedAt), isNotNull(users.phoneConfirmedAt))!;
    if (state === "confirmed") return and(free, proved);
    return and(free, not(proved), state === "invited" ? isNotNull(users.invitedAt) : isNull(users.invitedAt));
  }
}

function matches(filter: string): SQL | undefined {
  const part = `%${filter.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const digits = filter.replaceAll(/[\s+()-]/g, "");
  const range = idRange(filter);
  return or(
    ilike(users.email, part),
    /^\d+$/.test(digits) ? ilike(users.phone, `%${digits}%`) : undefined,
    range ? and(gte(users.id, range[0]), lte(users.id, range[1])) : undefined,
  );
}

/** The range of ids with this prefix; null where it cannot start an id. */
function idRange(beginning: string): [string, string] | null {
  const hex = beginning.trim().toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{4,32}$/.test(hex)) return null;
  const uuid = (fill: string) => hex.padEnd(32, fill).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return [uuid("0"), uuid("f")];
}
