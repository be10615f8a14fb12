/** The bank and the payment service as tests see them, not the product. @databases one */
import { card, type SandboxWorld, startSandbox } from "../testing/sandbox-world.ts";

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandbox();
});
afterAll(() => world?.stop());

const subscribed = async () => {
  const customer = await world.stripe.customers.create({ email: "ada@example.com" });
  const session = await world.checkout(customer.id);
  await world.post(new URL(session.url!).pathname, card("4242424242424242"));
  const { url } = await world.stripe.billingPortal.sessions.create({ customer: customer.id });
  return { customer: customer.id, portal: new URL(url).pathname };
};
const pageAt = async (path: string) => (await fetch(world.url + path)).text();

it("lists what was sent of the customer and what became of it, of nobody else", async () => {
  const [{ portal, customer }, other] = [await subscribed(), await subscribed()];
  await world.deliver();
  expect(await pageAt(portal)).toContain(`href="${portal}/events"`);
  const log = await pageAt(`${portal}/events`);
  for (const type of ["customer.created", "customer.subscription.created", "invoice.paid"]) expect(log).toContain(type);
  expect(log).toContain("Taken");
  const [event] = world.received.filter(({ data }) => JSON.stringify(data).includes(other.customer));
  expect(log).not.toContain(event!.id);
  expect((await world.post(`${portal}/events/${event!.id}/send`, {})).status).toBe(404);
  world.answers.push(500);
  await world.stripe.customers.update(customer, { name: "Ada" });
  await world.deliver();
  expect(await pageAt(`${portal}/events`)).toContain("Not taken after 1 attempt: status 500");
});

it("sends an event again as it was", async () => {
  const { portal, customer } = await subscribed();
  await world.deliver();
  const sent = () => world.received.filter(({ type, data }) => type === "invoice.paid" && aboutIt(data.object));
  const aboutIt = (object: object) => "customer" in object && object.customer === customer;
  const [first] = sent();
  const answer = await world.post(`${portal}/events/${first!.id}/send`, {});
  expect(await answer.text()).toContain("invoice.paid is sent again.");
  world.clock.advance(1000);
  await world.deliver();
  expect(sent()).toEqual([first, first]);
  expect(new Set(world.signatures).size).toBe(world.signatures.length);
});
