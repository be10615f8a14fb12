import { typeNotConvertible } from "@tessera/contracts-items/problems.ts";
import { problem } from "@tessera/service-kit";
import type { ItemContent, TypePlugin } from "../types/plugin.ts";

/** Whether people make cards of the type themselves, and not as a part of others. */
export const isOwn = (plugin: TypePlugin | undefined): plugin is TypePlugin =>
  plugin?.definition.newMenuItem !== undefined && plugin.definition.parentType === undefined;

/**
 * The content of an item as another type holds it: what the new type reads out of the text, and nothing lost.
 * @throws ProblemException 400 `type_not_convertible`
 */
export function convert(
  from: TypePlugin | undefined,
  content: ItemContent & { titleSource: string },
  to: TypePlugin,
): Omit<ItemContent, "type"> {
  const { type, title, titleSource, body, sourceUrl, data: held, tags } = content;
  if (from?.file && to.file?.takes(String(held.mediaType))) {
    const { fields } = to.file;
    const known = Object.entries(held).filter(([key]) => fields.includes(key));
    return { title, body, sourceUrl, tags, data: { ...to.definition.defaultData, ...Object.fromEntries(known) } };
  }
  if (!isOwn(from) || !isOwn(to)) {
    throw problem(
      typeNotConvertible,
      { from: type, to: to.definition.type },
      {
        errors: [{ path: "/type", message: "cannot be converted to" }],
      },
    );
  }
  const url = typeof held.url === "string" ? held.url : sourceUrl;
  const share = to.handleShare({ text: body || (titleSource === "person" ? title : ""), url: url ?? undefined });
  const data = { ...to.definition.defaultData, ...share?.item.data };
  const text = share?.item.body ?? body;
  const lost = typeof held.url === "string" && data.url === undefined && !text.includes(held.url) ? held.url : "";
  return { title, sourceUrl, tags, data, body: [text, lost].filter(Boolean).join("\n\n") };
}
