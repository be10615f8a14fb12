import { ChoiceLines } from "@tessera/ui/choice-lines";
import { useEffect, useRef } from "react";

export interface MoveLine {
  id: string;
  label: string;
}

/** Chooses where cards go; digits choose a line. Content of a dialog, which it closes with the choice. */
export function MoveDialog({
  dialog,
  groups,
}: {
  dialog: { close(choice: MoveLine): void };
  groups: readonly (readonly MoveLine[])[];
}) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return <ChoiceLines groups={groups} first={first} onChoose={(line) => dialog.close(line)} />;
}
