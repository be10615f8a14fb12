/** The bank and the payment service as tests see them, not the product. @databases one */
import { type SandboxWorld, startSandbox } from "../testing/sandbox-world.ts";

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandbox();
});
afterAll(() => world?.stop());

const now = () => Math.floor(world.clock.now().getTime() / 1000);
const meter = (event_name: string) =>
  world.stripe.billing.meters.create({
    ...{ display_name: "Tokens", event_name },
    default_aggregation: { formula: "sum" },
  });
const send = (customer: string, more: { identifier?: string; timestamp?: number; event_name?: string } = {}) =>
  world.stripe.billing.meterEvents.create({
    event_name: "tokens",
    payload: { stripe_customer_id: customer, value: "5" },
    ...more,
  });

it("adds events up by customer and time, one identifier once", async () => {
  const { id } = await meter("tokens");
  const minute = Math.floor(now() / 60) * 60;
  for (const identifier of ["a", "b"]) await send("cus_1", { identifier, timestamp: minute });
  await send("cus_1", { identifier: "before", timestamp: minute - 60 });
  await send("cus_2", { timestamp: minute });
  await expect(send("cus_1", { identifier: "a" })).rejects.toMatchObject({ code: "duplicate_meter_event" });
  const sums = (customer: string) =>
    world.stripe.billing.meters.listEventSummaries(id, { customer, start_time: minute, end_time: minute + 60 });
  expect((await sums("cus_1")).data).toMatchObject([{ aggregated_value: 10, meter: id }]);
  expect((await sums("cus_3")).data).toEqual([]);
});

it("refuses a second meter of a name, and events of none, too old or of the future", async () => {
  await meter("pages");
  await expect(meter("pages")).rejects.toMatchObject({ param: "event_name" });
  await expect(send("cus_1", { event_name: "unheard_of" })).rejects.toMatchObject({ code: "no_meter" });
  const old = send("cus_1", { event_name: "pages", timestamp: now() - 36 * 86_400 });
  await expect(old).rejects.toMatchObject({ code: "timestamp_too_far_in_past" });
  const ahead = send("cus_1", { event_name: "pages", timestamp: now() + 600 });
  await expect(ahead).rejects.toMatchObject({ code: "timestamp_in_future" });
});
