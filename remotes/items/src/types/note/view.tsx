import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { MarkdownField } from "../../detail/markdown-field.tsx";

function Body({ item, edit }: ItemBodyProps) {
  return (
    <MarkdownField label="Text" text={item.body} placeholder="Write in Markdown" onChange={(body) => edit({ body })} />
  );
}

/** A text in Markdown. */
const view: ItemTypeView = { Body };
export default view;
