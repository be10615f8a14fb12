import { Alert20Regular } from "@fluentui/react-icons/svg/alert";
import { ArrowImport20Regular } from "@fluentui/react-icons/svg/arrow-import";
import { CheckboxUnchecked20Regular } from "@fluentui/react-icons/svg/checkbox-unchecked";
import { ErrorCircle20Regular } from "@fluentui/react-icons/svg/error-circle";
import { Payment20Regular } from "@fluentui/react-icons/svg/payment";
import { Sparkle20Regular } from "@fluentui/react-icons/svg/sparkle";
import type { QueueEntry } from "@tessera/contracts/queue.ts";
import type { ReactNode } from "react";

export interface EntryKind {
  icon: ReactNode;
  /** Heading of its group in the list. */
  group: string;
  /** What the button says that opens the page where the matter is dealt with. */
  open: string;
  /** What accepting and declining are called. */
  accept: string;
  decline: string;
  /** After the decision. */
  accepted: string;
  declined: string;
  /** Why it is in the queue, in a sentence. */
  why: string;
  /** Accepting is the main thing to do, not opening. */
  acceptFirst?: boolean;
  /** The second line tells of something that went wrong. */
  trouble?: boolean;
}

const usual = { accept: "Dealt with", decline: "Dismiss", accepted: "Dealt with", declined: "Dismissed" };

const kinds: Record<string, EntryKind> = {
  welcome: {
    ...usual,
    icon: <Sparkle20Regular />,
    group: "First steps",
    open: "Open the inbox",
    why: "Your workspace is new. This is shown once; dismiss it whenever you like.",
  },
  subscription: {
    ...usual,
    icon: <Payment20Regular />,
    group: "Billing",
    open: "Open billing",
    why: "Your subscription needs a decision. What you have stored stays yours whatever you decide.",
  },
  "import-report": {
    ...usual,
    icon: <ArrowImport20Regular />,
    group: "Imports",
    open: "See the import",
    why: "Some entries of a file that you imported could not be read. All the others were kept.",
    trouble: true,
  },
  "task-due": {
    ...usual,
    icon: <CheckboxUnchecked20Regular />,
    group: "Tasks due",
    open: "Open the task",
    accept: "Complete",
    accepted: "Completed",
    why: "The task is due. Completing it here marks it done; dismissed, it comes back tomorrow for as long as it is not.",
    acceptFirst: true,
  },
  "failed-job": {
    ...usual,
    icon: <ErrorCircle20Regular />,
    group: "Failed jobs",
    open: "See what failed",
    accept: "Retry",
    accepted: "Retried",
    why: "A background job gave up after its last attempt. Nothing that it had finished was lost.",
    acceptFirst: true,
    trouble: true,
  },
};

const other: EntryKind = {
  ...usual,
  icon: <Alert20Regular />,
  group: "Other matters",
  open: "Open",
  why: "Another part of your workspace asks for a decision.",
};

export const kindOf = (entry: Pick<QueueEntry, "kind">): EntryKind => kinds[entry.kind] ?? other;

/** What accepting several entries is called: their own word when they have one in common. */
export function acceptWord(entries: readonly Pick<QueueEntry, "kind">[]): string {
  const words = new Set(entries.map((entry) => kindOf(entry).accept));
  return words.size === 1 ? [...words].join() : usual.accept;
}

/** What was done with several entries: their own word when they have one in common. */
export function decidedWord(entries: readonly Pick<QueueEntry, "kind">[], accepted: boolean): string {
  const words = new Set(entries.map((entry) => kindOf(entry)[accepted ? "accepted" : "declined"]));
  return words.size === 1 ? [...words].join() : usual[accepted ? "accepted" : "declined"];
}

/** How an entry that waits no more was settled. */
export const settledWord = (entry: Pick<QueueEntry, "kind" | "state">): string =>
  entry.state === "accepted" ? kindOf(entry).accepted : entry.state === "declined" ? kindOf(entry).declined : "Settled elsewhere";

const order = [...Object.values(kinds), other].map((kind) => kind.group);

/** Entries in the order of their groups; within a group as they came. */
export const byGroup = (entries: readonly QueueEntry[]): QueueEntry[] =>
  [...entries].sort((a, b) => order.indexOf(kindOf(a).group) - order.indexOf(kindOf(b).group));
