import { Field, Textarea } from "@tessera/fluent-data";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { ReceiptView } from "./receipt-view.tsx";

/** An open card of a receipt, as the page of receipts shows it. */
const view: ItemTypeView = {
  Body: ({ item, edit }: ItemBodyProps) => (
    <>
      <ReceiptView item={item} />
      <Field label="Notes">
        <Textarea value={item.body} resize="vertical" rows={3} onChange={(_, { value }) => edit({ body: value })} />
      </Field>
    </>
  ),
  facts: ({ data }) =>
    [data.amount, data.date].filter(Boolean).map((fact) => <span key={String(fact)}>{String(fact)}</span>),
};
export default view;
