import type { NewItem } from "@tessera/contracts/items.ts";
import { TASK_MARK } from "@tessera/contracts/task-mark.ts";

/** What a capture can become by hand. */
export const CAPTURE_TYPES = ["inbox", "note", "bookmark", "task"] as const;
export type CaptureType = (typeof CAPTURE_TYPES)[number];

const URL_ALONE = /^https?:\/\/\S+$/i;
const BARE_DOMAIN = /^(?:www\.)[^\s/]+\.[a-z]{2,}(?:\/\S*)?$/i;

/** The address that a text consists of, with its scheme; null when it is more than an address. */
export function addressOf(text: string): string | null {
  const trimmed = text.trim();
  const candidate = BARE_DOMAIN.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!URL_ALONE.test(candidate) || !URL.canParse(candidate)) return null;
  return candidate;
}

/** The first address in a text, as it is written there. */
export function addressWithin(text: string): string | null {
  const found = /https?:\/\/[^\s<>"]+/i.exec(text)?.[0].replace(/[.,;:!?)\]]+$/, "");
  return found && URL.canParse(found) ? found : null;
}

/** Guesses the type by form alone: an address, the mark of a task in front, several lines or a heading; the rest stays for triage. */
export function recognise(text: string): CaptureType {
  const trimmed = text.trim();
  const [first = ""] = trimmed.split("\n");
  if (addressOf(first) && (trimmed === first || trimmed[first.length] === "\n")) return "bookmark";
  if (TASK_MARK.test(trimmed)) return "task";
  if (/^#{1,6}\s/.test(trimmed) || trimmed.includes("\n")) return "note";
  return "inbox";
}

/** The item that a text becomes as a given type: first line the title, the rest the body, "#tags" left in the text. */
export function itemOf(text: string, type: CaptureType, tags: string[]): NewItem {
  const trimmed = text.trim();
  const [first = "", ...rest] = trimmed.split("\n");
  const body = rest.join("\n").trim();
  switch (type) {
    case "bookmark": {
      const url = addressOf(first) ?? first.trim();
      return { type, body, data: { url }, sourceUrl: url, tags };
    }
    case "task":
      return { type, title: cut(first.replace(TASK_MARK, "").trim() || "Task"), body, data: {}, tags };
    case "note":
      return { type, title: cut(first.replace(/^#{1,6}\s+/, "")), body, data: {}, tags };
    case "inbox":
      return { type, body: trimmed, data: {}, tags };
  }
}

/** Longest title the service takes. */
const cut = (title: string) => (title.length > 500 ? `${title.slice(0, 499)}…` : title);
