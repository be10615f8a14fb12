import type { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import type { CardAction, CardCondition, CardField, CardSetting } from "@tessera/contracts-items/rules.ts";
import type { FieldType } from "@tessera/rules";
import { conditionWords as words } from "@tessera/ui/rules";
import { SOURCES } from "../detail/sources.ts";

export const FIELDS: Record<CardField, { name: string; type: FieldType }> = {
  site: { name: "Site", type: "text" },
  title: { name: "Title", type: "text" },
  text: { name: "Text", type: "text" },
  type: { name: "Type", type: "id" },
  tags: { name: "Tags", type: "tags" },
  address: { name: "Address", type: "text" },
  sender: { name: "Sender’s address", type: "text" },
  senderName: { name: "Sender’s name", type: "text" },
  source: { name: "How it came in", type: "id" },
  fileName: { name: "File name", type: "text" },
  fileKind: { name: "Kind of file", type: "text" },
};

/** "Site is “example.org” and title contains “news”" */
export const conditionWords = (condition: CardCondition, types: readonly ItemTypeInfo[]): string =>
  words<CardField>(condition, {
    fields: FIELDS,
    value: (field, value) => {
      if (field === "type") return types.find(({ type }) => type === value)?.label ?? String(value);
      return field === "source" ? (SOURCES[value] ?? String(value)) : `“${value}”`;
    },
  });

/** "tag it “reading”, archive it" */
export const actionsWords = (actions: readonly CardAction[]): string => actions.map(actionWords).join(", ");

const named = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(", ");

function actionWords(action: CardAction): string {
  if ("addTags" in action) return `tag it ${named(action.addTags)}`;
  if ("removeTags" in action)
    return `remove the ${action.removeTags.length === 1 ? "tag" : "tags"} ${named(action.removeTags)}`;
  if ("priority" in action) return `set its priority to ${action.priority}`;
  if ("pinned" in action) return "pin it";
  return action.status === "archived" ? "archive it" : "move it to Later";
}

const PLACES: Record<string, string> = { inbox: "Inbox", later: "Later", archived: "Archive", done: "Done" };

/** "tag reading, Inbox to Archive" */
export const settingsWords = (settings: readonly CardSetting[]): string => settings.map(settingWords).join(", ");

export function settingWords({ field, before, after }: CardSetting): string {
  if (field === "tag") return after === null ? `without tag ${before}` : `tag ${after}`;
  if (field === "status") return `${PLACES[String(before)] ?? before} to ${PLACES[String(after)] ?? after}`;
  return field === "pinned" ? "pinned" : `priority ${before} to ${after}`;
}
