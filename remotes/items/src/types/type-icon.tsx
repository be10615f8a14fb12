import { Bookmark20Regular } from "@fluentui/react-icons/svg/bookmark";
import { CheckboxChecked20Regular } from "@fluentui/react-icons/svg/checkbox-checked";
import { CheckboxUnchecked20Regular } from "@fluentui/react-icons/svg/checkbox-unchecked";
import { Document20Regular } from "@fluentui/react-icons/svg/document";
import { Mail20Regular } from "@fluentui/react-icons/svg/mail";
import { MailInbox20Regular } from "@fluentui/react-icons/svg/mail-inbox";
import { Note20Regular } from "@fluentui/react-icons/svg/note";
import type { ComponentType } from "react";

const icons: Record<string, ComponentType> = {
  inbox: MailInbox20Regular,
  note: Note20Regular,
  bookmark: Bookmark20Regular,
  task: CheckboxUnchecked20Regular,
  mail: Mail20Regular,
};

/** What a card is, as a picture of 20 px; a task shows its state. Types this release does not know get a sheet of paper. */
export function TypeIcon({ type, done }: { type: string; done?: boolean }) {
  const Icon = type === "task" && done ? CheckboxChecked20Regular : (icons[type] ?? Document20Regular);
  return <Icon aria-hidden="true" />;
}
