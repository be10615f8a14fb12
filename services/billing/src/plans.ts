/** A plan as it is sold. Amounts in minor units. Its price at the provider is found by `lookupKey`, its product has the id `productId`. */
export interface PlanDefinition {
  id: string;
  name: string;
  description: string;
  amount: number;
  currency: "eur";
  interval: "month";
  lookupKey: string;
  productId: string;
  features: { name: string; value: string }[];
}

/** What every plan holds. Only what is so: nothing below is counted or cut off, but for the size that an import is refused above. */
const features = [
  { name: "Notes, tasks, bookmarks, mails", value: "Unlimited" },
  { name: "Full-text search", value: "Yes" },
  { name: "Import of bookmarks and mail", value: "Yes, 64 MB a file" },
  { name: "People", value: "1" },
];

const plan = (id: string, name: string, description: string, amount: number): PlanDefinition => ({
  id,
  name,
  description,
  amount,
  currency: "eur",
  interval: "month",
  lookupKey: `tessera_${id}_month`,
  productId: `tessera_${id}`,
  features,
});

export const plans: PlanDefinition[] = [
  plan("desk", "Desk", "Tessera for one person", 800),
  plan("studio", "Studio", "Tessera for one person who works with it all day", 1800),
  plan("workshop", "Workshop", "Tessera for one person who wants to carry it along", 4400),
];

export const planById = (id: string) => plans.find((plan) => plan.id === id);
export const planByProduct = (productId: string) => plans.find((plan) => plan.productId === productId);
