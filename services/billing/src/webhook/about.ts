import type Stripe from "stripe";

/** Which customer an event is about; a dispute names only the charge. */
export interface About {
  customer: string | null;
  charge: string | null;
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
  if (typeof value === "string") return value;
  const id = (value as { id?: unknown } | null | undefined)?.id;
  return typeof id === "string" ? id : null;
}
