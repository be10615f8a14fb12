import { hash } from "node:crypto";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import type { notice } from "@tessera/contracts-settings/events.ts";
import type { PushMessage } from "@tessera/contracts-settings/push.ts";

/**
 * Characters of a title and of a text. With an address of 300 characters the message stays below the 3,993 bytes that
 * push services take (RFC 8030 §7.2, RFC 8188), whatever the letters.
 */
const MAX_TITLE = 120;
const MAX_BODY = 300;

type Told = Pick<EventPayload<typeof notice>, "kind" | "subject" | "lead" | "action">;

export const messageOf = ({ kind, subject, lead, action }: Told): PushMessage => ({
  title: shorten(subject, MAX_TITLE),
  body: shorten(lead, MAX_BODY),
  path: action.path,
  // What is said of the same page replaces what was said before. Topics have 32 characters at most.
  tag: hash("sha256", `${kind} ${action.path}`, "base64url").slice(0, 32),
});

function shorten(text: string, most: number): string {
  // Control characters take six bytes each, and show nothing.
  const letters = [
    ...text
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  ];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
}
