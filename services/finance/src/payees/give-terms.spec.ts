import type { TermsGiven } from "@tessera/contracts-transcribe/events.ts";
import { askForTerms, termsListener } from "@tessera/testing/terms-listener.ts";
import { runningFinance } from "../testing/finance-world.ts";

const given: TermsGiven[] = [];
const world = runningFinance([termsListener(given)]);

test("payees are given by how often they are paid, of their person alone", async () => {
  const [{ userId, finance }, other] = [await world.person(), await world.person()];
  const key = () => crypto.randomUUID();
  const pay = async (client: typeof finance, ...payees: string[]) => {
    const { account } = await client.createAccount({ name: "Daily", currency: "EUR" }, key());
    for (const payee of payees)
      await client.createTransaction({ accountId: account.id, date: "2026-11-20", amount: -100, payee }, key());
  };
  await pay(finance, "Allianz", "Kaufland", "Kaufland");
  await pay(other.finance, "Waitrose");
  await askForTerms(world, userId);
  expect(given).toEqual([{ userId, source: "payee", terms: ["Kaufland", "Allianz"] }]);
});
