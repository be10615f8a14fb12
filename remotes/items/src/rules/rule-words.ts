import { counted } from "@tessera/contracts-core/counted.ts";
import type { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import { isNoAction } from "@tessera/contracts-items/no-action.ts";
import type {
  CardAction,
  CardCondition,
  CardField,
  CardRule,
  CardSetting,
  CardSnooze,
  Weekday,
} from "@tessera/contracts-items/rules.ts";
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
      if (field === "type") return labelOf(String(value), types);
      return field === "source" ? (SOURCES[value] ?? String(value)) : `“${value}”`;
    },
  });

const labelOf = (type: string, types: readonly ItemTypeInfo[]) =>
  types.find((info) => info.type === type)?.label ?? type;

/** "tag it “reading”, archive it" */
export const actionsWords = (
  { actions, snooze, convert }: Pick<CardRule, "actions" | "snooze" | "convert">,
  types: readonly ItemTypeInfo[],
): string =>
  [
    ...(convert ? [`make it a ${labelOf(convert, types).toLowerCase()}`] : []),
    ...actions.filter((action) => !isNoAction(action)).map(actionWords),
    ...(snooze ? [`snooze it ${snoozeWords(snooze)}`] : []),
  ].join(", ");

export const WEEKDAYS: Record<Weekday, string> = {
  ...{ monday: "Monday", tuesday: "Tuesday", wednesday: "Wednesday", thursday: "Thursday" },
  ...{ friday: "Friday", saturday: "Saturday", sunday: "Sunday" },
};

function snoozeWords(snooze: CardSnooze): string {
  if ("hours" in snooze) return `for ${counted(snooze.hours, "hour")}`;
  if ("days" in snooze) return `for ${counted(snooze.days, "day")}, until ${snooze.at}`;
  return `until the next ${WEEKDAYS[snooze.weekday]}, ${snooze.at}`;
}

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

/** How what rules set is written. */
export interface SettingNames {
  types: readonly ItemTypeInfo[];
  /** A moment in the person's time zone. */
  moment: (at: string) => string;
}

/** "tag reading, Inbox to Archive" */
export const settingsWords = (settings: readonly CardSetting[], names: SettingNames): string =>
  settings.map((one) => settingWords(one, names)).join(", ");

export function settingWords({ field, target, before, after }: CardSetting, { types, moment }: SettingNames): string {
  if (target === "snoozeUntil") return `snoozed until ${moment(String(after))}`;
  if (target === "type") return `${labelOf(String(before), types)} to ${labelOf(String(after), types)}`;
  if (field === "tag") return after === null ? `without tag ${before}` : `tag ${after}`;
  if (field === "status") return `${PLACES[String(before)] ?? before} to ${PLACES[String(after)] ?? after}`;
  return field === "pinned" ? "pinned" : `priority ${before ?? "none"} to ${after}`;
}
