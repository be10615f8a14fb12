import type { BodyProps } from "./body-props.ts";
import { MarkdownField } from "./markdown-field.tsx";

/** A note, and the text of every type that has no view of its own. */
export function NoteBody({ item, edit }: BodyProps) {
  return <MarkdownField label="Text" text={item.body} placeholder="Write in Markdown" onChange={(body) => edit({ body })} />;
}
