import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { dueOf, parentOf } from "./columns.ts";
import {
  type Customer,
  type Document,
  type Documents,
  type Facts,
  type Kind,
  prefixes,
  type StoredEvent,
  type TestClock,
} from "./documents.ts";
import { invalid, missing } from "./fault.ts";
import { newId } from "./new-id.ts";

interface Held {
  document: Document;
  facts: Facts;
}
export interface Page {
  limit: number;
  starting_after?: string;
  ending_before?: string;
}

/**
 * One unit of work on the provider's state: one transaction, one present, every object read once and the same to all
 * who ask for it. Events are stored with the state they tell of.
 */
export class Ledger {
  private readonly held = new Map<string, Held>();
  /** Whether an event was stored, so that deliveries wait. */
  notified = false;

  constructor(
    readonly tx: Tx,
    /** The present in whole seconds since 1970: the wall clock's, or that of the customer's test clock. */
    public now: number,
    /** The wall clock, by which deliveries are timed. */
    readonly wall: Date,
    /** Origin of the hosted pages. */
    readonly publicUrl: string,
    readonly request: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null },
  ) {}

  newId(kind: Kind): string {
    return newId(prefixes[kind]);
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Documents[K] | undefined> {
    const held = this.held.get(id) ?? (await this.read(sql`id = ${id}`))[0];
    return held?.document.object === kind ? (held.document as Documents[K]) : undefined;
  }

  /** @param param the parameter that named it, when it is not the address. @throws Fault resource_missing */
  async get<K extends Kind>(kind: K, id: string, param = "id"): Promise<Documents[K]> {
    const found = await this.find(kind, id);
    if (!found) throw missing(kind.replace(/^.*\./, "").replaceAll("_", " "), id, param);
    return found;
  }

  async any(id: string): Promise<Document | undefined> {
    return (this.held.get(id) ?? (await this.read(sql`id = ${id}`))[0])?.document;
  }

  /** What is known of a document that this unit has read or saved. */
  facts(document: Document): Facts {
    const held = this.held.get(document.id);
    if (!held) throw new Error(`${document.id} was not read in this unit of work`);
    return held.facts;
  }

  async save<D extends Document>(document: D, facts?: Facts): Promise<D> {
    const held = this.held.get(document.id) ?? { document, facts: {} };
    Object.assign(held.facts, facts);
    held.document = document;
    this.held.set(document.id, held);
    const customer = "customer" in document ? (document.customer as string | null) : null;
    const clock = (await this.clockOf(document)) ?? "";
    await this.tx.execute(sql`
      insert into stripe_sandbox.object (id, kind, customer, parent, test_clock, created, due, data, facts)
      values (${document.id}, ${document.object}, ${customer}, ${parentOf(document)}, ${clock},
        ${"created" in document ? document.created : document.start}, ${dueOf(document, held.facts)}, ${JSON.stringify(document)}::jsonb, ${JSON.stringify(held.facts)}::jsonb)
      on conflict (id) do update set customer = excluded.customer, parent = excluded.parent, due = excluded.due,
        data = excluded.data, facts = excluded.facts`);
    return document;
  }

  /** Puts the present where the customer is: a test clock's customers live by that clock. */
  async enter(customer: string): Promise<void> {
    const clock = (await this.find("customer", customer))?.test_clock;
    if (clock) this.now = (await this.get("test_helpers.test_clock", clock)).frozen_time;
  }

  /**
   * Puts a customer and what is theirs on a test clock. At Stripe a customer is on one from the start or never; here
   * the person who tries the product decides later.
   */
  async moveToClock(customer: Customer, clock: TestClock): Promise<void> {
    await this.tx.execute(sql`
      update stripe_sandbox.object set test_clock = ${clock.id},
        data = case when data ? 'test_clock' then jsonb_set(data, '{test_clock}', to_jsonb(${clock.id}::text)) else data end
      where id = ${customer.id} or (customer = ${customer.id} and (kind = 'checkout.session' or data ? 'test_clock'))`);
    for (const { document } of this.held.values())
      if (
        "test_clock" in document &&
        (document === customer || ("customer" in document && document.customer === customer.id))
      )
        document.test_clock = clock.id;
  }

  async remove(document: Document): Promise<void> {
    this.held.delete(document.id);
    await this.tx.execute(sql`delete from stripe_sandbox.object where id = ${document.id}`);
  }

  /**
   * Takes the person out of what the sandbox keeps of a customer, events and kept answers included: nobody redacts a
   * sandbox by hand.
   */
  async redact(customer: string): Promise<void> {
    const { rows } = await this.tx.execute<{ text: string | null }>(sql`
      select distinct v #>> '{}' as text from stripe_sandbox.object o,
        jsonb_path_query(o.data, 'strict $.**.email') v where o.customer = ${customer} or o.id = ${customer}
      union select distinct v #>> '{}' from stripe_sandbox.object o,
        jsonb_path_query(o.data, 'strict $.**.name') v where (o.customer = ${customer} or o.id = ${customer}) and o.kind <> 'product'
      union select o.data #>> '{data,object,value}' from stripe_sandbox.object o where o.kind = 'event'
        and o.data #>> '{data,object,object}' = 'tax_id' and o.data #>> '{data,object,customer}' = ${customer}
      union select distinct v #>> '{}' from stripe_sandbox.object o,
        unnest(array['line1', 'postal_code', 'city', 'business_name']) key,
        jsonb_path_query(o.data, ('strict $.**.' || key)::jsonpath) v
        where o.customer = ${customer} or o.id = ${customer}`);
    for (const { text } of rows) {
      if (!text) continue;
      const [found, blank] = [JSON.stringify(text), JSON.stringify("redacted")];
      await this.tx.execute(sql`update stripe_sandbox.object set data = replace(data::text, ${found}, ${blank})::jsonb,
        facts = replace(facts::text, ${found}, ${blank})::jsonb
        where (customer = ${customer} or id = ${customer} or kind = 'event')
          and (strpos(data::text, ${found}) > 0 or strpos(facts::text, ${found}) > 0)`);
      await this.tx.execute(sql`update stripe_sandbox.idempotency set body = replace(body::text, ${found}, ${blank})::jsonb
        where strpos(body::text, ${found}) > 0`);
    }
  }

  /** All of a kind that meet a condition, newest first. */
  async all<K extends Kind>(kind: K, where: SQL = sql`true`): Promise<Documents[K][]> {
    return (await this.read(sql`kind = ${kind} and ${where}`)).map((held) => held.document as Documents[K]);
  }

  /** A page of a kind, newest first, as every list of the API is answered. */
  async page<K extends Kind>(kind: K, where: SQL, page: Page, url: string) {
    const rows = await this.all(kind, where);
    const at = (id: string, param: string) => {
      const index = rows.findIndex((row) => row.id === id);
      if (index < 0) throw invalid(`No such ${kind}: '${id}'`, param, "resource_missing");
      return index;
    };
    const before = page.ending_before ? at(page.ending_before, "ending_before") : rows.length;
    const after = page.starting_after ? at(page.starting_after, "starting_after") + 1 : 0;
    const from = page.ending_before ? Math.max(0, before - page.limit) : after;
    const data = rows.slice(from, Math.min(before, from + page.limit));
    const has_more = page.ending_before ? from > 0 : from + data.length < rows.length;
    return { object: "list" as const, data, has_more, url };
  }

  /** What is to happen next on its own, at or before `until`. */
  async nextDue(testClock: string, until: number): Promise<{ document: Document; due: number } | undefined> {
    const found = await this.tx.execute<{ id: string; due: string }>(sql`
      select id, due from stripe_sandbox.object where test_clock = ${testClock} and due <= ${until} order by due, position limit 1`);
    const row = found.rows[0];
    if (!row) return undefined;
    const document = await this.any(row.id);
    return document && { document, due: Number(row.due) };
  }

  /** Stores an event with the object as it now is, for every endpoint that asked for its type. */
  async emit(type: string, object: Document, previous?: Record<string, unknown>): Promise<void> {
    const endpoints = (await this.all("webhook_endpoint")).filter(
      (endpoint) =>
        endpoint.status === "enabled" &&
        (endpoint.enabled_events.includes("*") || endpoint.enabled_events.includes(type)),
    );
    const event: StoredEvent = {
      id: this.newId("event"),
      object: "event",
      api_version: endpoints[0]?.api_version ?? null,
      created: this.now,
      data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: endpoints.length,
      request: this.request,
      type,
    };
    await this.save(event);
    for (const endpoint of endpoints)
      await this.tx.execute(
        sql`insert into stripe_sandbox.delivery (event, endpoint, next_at) values (${event.id}, ${endpoint.id}, ${this.wall.toISOString()})`,
      );
    if (endpoints.length) this.notified = true;
  }

  private async clockOf(document: Document): Promise<string | null> {
    if ("test_clock" in document) return document.test_clock as string | null;
    if (document.object === "checkout.session")
      return (await this.find("customer", document.customer))?.test_clock ?? null;
    return null;
  }

  private async read(where: SQL): Promise<Held[]> {
    const found = await this.tx.execute<{ data: Document; facts: Facts }>(
      sql`select data, facts from stripe_sandbox.object where ${where} order by created desc, position desc`,
    );
    return found.rows.map((row) => {
      const held = this.held.get(row.data.id) ?? { document: row.data, facts: row.facts };
      this.held.set(row.data.id, held);
      return held;
    });
  }
}
