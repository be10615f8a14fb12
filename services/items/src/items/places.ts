import type { PlaceChange, PlaceResult } from "@tessera/contracts-items/items.ts";
import { itemNotFound } from "@tessera/contracts-items/problems.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

type Row = { id: string; place: string | null; previous: string | null };

/**
 * Moves a person's items in the order that they make by hand; those of others stay. One move at a time: two that read
 * the same gap would put their cards at one place.
 * @throws ProblemException 404 `item_not_found` when the neighbour is not the person's
 */
export async function placeItems(tx: Tx, userId: string, change: PlaceChange): Promise<PlaceResult> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('items.place ' || ${userId}, 0))`);
  const places = "places" in change ? change.places : await between(tx, userId, change);
  if (!places.length) return { placed: [] };
  const { rows } = await tx.execute<Row>(sql`
    with moved as (select r.id, r.place, i.placed as previous
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r (id uuid, place numeric)
      join items.item i on i.id = r.id and i.user_id = ${userId})
    update items.item i set placed = m.place from moved m where i.id = m.id
    returning i.id, i.placed::text as place, m.previous::text as previous`);
  return { placed: rows.map(({ id, place, previous }) => ({ id, place, previous })) };
}

/** Cards captured in one moment that are told apart at most. */
const MAX_TIED = 2000;

/** Places for the items beside their neighbour, evenly between it and what stands behind it. */
async function between(tx: Tx, userId: string, change: Exclude<PlaceChange, { places: unknown }>) {
  const [beside, isAfter] = "after" in change ? [change.after, true] : [change.before, false];
  const moved = [...new Set(change.ids)].filter((id) => id !== beside);
  const others = sql`n.user_id = ${userId} and n.id <> all(${sql.param(moved)}::uuid[])`;
  const { rows } = await tx.execute<{ at: string; above: string | null; below: string | null; tied: string[] }>(sql`
    select i.place::text as at,
      (select max(n.place)::text from items.item n where ${others} and n.place < i.place) as above,
      (select min(n.place)::text from items.item n where ${others} and n.place > i.place) as below,
      array(select n.id::text from items.item n where ${others} and n.place = i.place order by n.id limit ${MAX_TIED}) as tied
    from items.item i where i.id = ${beside} and i.user_id = ${userId}`);
  const gap = rows[0];
  if (!gap) throw problem(itemNotFound);
  const at = gap.tied.indexOf(beside) + (isAfter ? 1 : 0);
  // An import captures many cards in one moment: what shares the place gets places of its own.
  const placed = gap.tied.length > 1 ? gap.tied.toSpliced(at, 0, ...moved) : moved;
  const low = isAfter && placed === moved ? gap.at : (gap.above ?? plus(gap.at, -placed.length - 1));
  const high = !isAfter && placed === moved ? gap.at : (gap.below ?? plus(gap.at, placed.length + 1));
  let from = low;
  return placed.map((id, n) => {
    from = nearer(from, high, placed.length - n + 1);
    return { id, place: from };
  });
}

/** Two numbers as whole ones of the same scale. */
function scaled(a: string, b: string, more: number): [bigint, bigint, number] {
  const digits = Math.max(...[a, b].map((text) => text.split(".")[1]?.length ?? 0)) + more;
  const whole = (text: string) => {
    const [integer = "0", fraction = ""] = text.split(".");
    return BigInt(integer + fraction.padEnd(digits, "0"));
  };
  return [whole(a), whole(b), digits];
}

function written(value: bigint, digits: number): string {
  const sign = value < 0n ? "-" : "";
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, "0");
  const fraction = digits ? text.slice(-digits).replace(/0+$/, "") : "";
  return `${sign}${text.slice(0, text.length - digits)}${fraction ? `.${fraction}` : ""}`;
}

const plus = (a: string, n: number): string => {
  const [value, , digits] = scaled(a, "0", 0);
  return written(value + BigInt(n) * 10n ** BigInt(digits), digits);
};

/** The shortest number that lies about one part of `parts` from the one to the other, and between both. */
export function nearer(low: string, high: string, parts: number): string {
  const [from, to, digits] = scaled(low, high, 4);
  const wanted = from + (to - from) / BigInt(parts);
  for (let drop = digits; drop > 0; drop--) {
    const unit = 10n ** BigInt(drop);
    const rounded = ((wanted + (wanted < 0n ? -unit : unit) / 2n) / unit) * unit;
    if (rounded > from && rounded < to && distance(rounded, wanted) * 4n <= (to - from) / BigInt(parts))
      return written(rounded, digits);
  }
  return written(wanted, digits);
}

const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a);
