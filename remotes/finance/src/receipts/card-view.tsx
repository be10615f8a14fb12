import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { ReceiptView } from "./receipt-view.tsx";

/** An open card of a receipt, as the page of receipts shows it. */
const view: ItemTypeView = {
  Body: ({ item }: ItemBodyProps) => <ReceiptView item={item} />,
  facts: ({ data }) =>
    [data.amount, data.date].filter(Boolean).map((fact) => <span key={String(fact)}>{String(fact)}</span>),
};
export default view;
