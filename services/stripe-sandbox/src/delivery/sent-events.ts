import { sql } from "drizzle-orm";
import type { Ledger } from "../state/ledger.ts";

/** Events that a log shows. */
const MAX_EVENTS = 50;

export interface SentEvent extends Record<string, unknown> {
  id: string;
  type: string;
  /** Seconds since 1970. */
  created: number;
  attempts: number;
  is_delivered: boolean;
  failure: string | null;
}

const ofCustomer = (customer: string) => sql`e.kind = 'event'
  and (e.data #>> '{data,object,customer}' = ${customer} or e.data #>> '{data,object,id}' = ${customer}
    or e.data #>> '{data,object,charge}' in (select id from stripe_sandbox.object where kind = 'charge' and customer = ${customer}))`;

/** The newest events of a customer that an endpoint asked for, newest first. */
export async function sentEvents(ledger: Ledger, customer: string): Promise<SentEvent[]> {
  const { rows } = await ledger.tx.execute<SentEvent>(sql`
    select e.id, e.data ->> 'type' as type, e.created::float8 as created, max(d.attempts) as attempts,
      bool_and(d.delivered_at is not null) as is_delivered, max(d.failure) as failure
    from stripe_sandbox.object e join stripe_sandbox.delivery d on d.event = e.id
    where ${ofCustomer(customer)} group by e.id order by e.created desc, e.position desc limit ${MAX_EVENTS}`);
  return rows;
}

/**
 * Sends an event of the customer to its endpoints once more: a second after the last attempt, as signatures name
 * seconds, and one that was accepted counts no more. @returns whether there is such an event
 */
export async function sendAgain(ledger: Ledger, customer: string, event: string): Promise<boolean> {
  const { rows } = await ledger.tx.execute(sql`
    update stripe_sandbox.delivery d set delivered_at = null, attempts = 0, failure = null,
      next_at = greatest(${ledger.wall.toISOString()}::timestamptz, d.delivered_at + interval '1 second')
    from stripe_sandbox.object e where d.event = ${event} and e.id = d.event and ${ofCustomer(customer)}
    returning d.event`);
  if (rows.length) ledger.notified = true;
  return rows.length > 0;
}
