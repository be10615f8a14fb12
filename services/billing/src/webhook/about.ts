import type Stripe from "stripe";

/** Which customer an event is about; a dispute names only the charge. */
export interface About {
  customer: string | null;
  charge: string | null;
}

/** Ids and types of the provider: nothing that the database could not store. */
const NAME = /^[\w.-]{1,255}$/;

/** A signature says who sent it, not what it is. */
export function isEvent(value: unknown): value is Stripe.Event {
  const event = value as { id?: unknown; type?: unknown; data?: { object?: unknown } | null } | null;
  const object = event?.data?.object;
  return isName(event?.id) && isName(event?.type) && typeof object === "object" && object !== null;
}

/** @returns null when the event is about no customer */
export function aboutOf(event: Stripe.Event): About | null {
  const object = event.data.object as unknown as Record<string, unknown>;
  const previous = event.data.previous_attributes as Record<string, unknown> | undefined;
  const customer = object.object === "customer" ? idOf(object.id) : (idOf(object.customer) ?? idOf(previous?.customer));
  const charge = idOf(object.charge);
  return customer || charge ? { customer, charge } : null;
}

function idOf(value: unknown): string | null {
  if (isName(value)) return value;
  const id = (value as { id?: unknown } | null | undefined)?.id;
  return isName(id) ? id : null;
}

const isName = (value: unknown): value is string => typeof value === "string" && NAME.test(value);
