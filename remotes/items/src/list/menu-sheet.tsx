import type { DialogActions } from "@tessera/shell-api";
import { ChoiceLines } from "@tessera/ui/choice-lines";
import type { MenuLine } from "./card-menu.ts";

/** A menu as content of a dialog: for fingers, and where there is no room beside what it is of. */
export function MenuSheet({ dialog, groups }: { dialog: DialogActions; groups: readonly (readonly MenuLine[])[] }) {
  const choose = (line: MenuLine) => {
    dialog.close();
    line.run();
  };
  return <ChoiceLines groups={groups} onChoose={choose} />;
}
