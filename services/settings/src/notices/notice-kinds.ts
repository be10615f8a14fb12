import type { Preferences } from "@tessera/contracts-settings/settings.ts";

type Switches = { [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never }[keyof Preferences];

export interface NoticeKind {
  /** The person's switches. */
  mail: Switches;
  push: Switches;
  /** Seconds for which it is news to a device that is away. */
  ttl: number;
  urgency: "normal" | "high";
}

const DAY = 86_400;

const kinds: Record<string, NoticeKind> = {
  usage: { mail: "mailUsage", push: "pushUsage", ttl: DAY, urgency: "normal" },
  payments: { mail: "mailPayments", push: "pushPayments", ttl: 3 * DAY, urgency: "normal" },
  reminders: { mail: "mailReminders", push: "pushReminders", ttl: DAY, urgency: "high" },
  approvals: { mail: "mailApprovals", push: "pushApprovals", ttl: DAY, urgency: "high" },
};

export const noticeKind = (kind: string): NoticeKind | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
