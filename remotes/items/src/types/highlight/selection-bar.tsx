import { Copy20Regular } from "@fluentui/react-icons/svg/copy";
import { Highlight20Regular } from "@fluentui/react-icons/svg/highlight";
import { NoteAdd20Regular } from "@fluentui/react-icons/svg/note-add";
import { useKeys } from "@tessera/shell-api";
import { Keycap, PlainButton } from "@tessera/ui";
import type { KeyboardEvent, Ref } from "react";
import { floatAt, useFloatingStyles } from "./floating.ts";
import type { Selected } from "./use-selected.ts";

/** What can be done with the text that is selected. */
export function SelectionBar(props: {
  selected: Selected;
  barRef: Ref<HTMLDivElement>;
  onHighlight: () => void;
  onNote: () => void;
  onCopy: () => void;
  /** Back to the text, which stays selected. */
  onLeave: () => void;
}) {
  const styles = useFloatingStyles();
  const key = useKeys()("highlight");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      props.onLeave();
    }
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons.at((at + step) % buttons.length)?.focus();
  };
  return (
    <div
      ref={props.barRef}
      className={styles.floating}
      style={floatAt(props.selected)}
      role="toolbar"
      aria-label="Selected text"
      onKeyDown={onKeyDown}
    >
      <PlainButton size="small" appearance="subtle" icon={<Highlight20Regular />} onClick={props.onHighlight}>
        Highlight {key && <Keycap>{key}</Keycap>}
      </PlainButton>
      <PlainButton size="small" appearance="subtle" icon={<NoteAdd20Regular />} onClick={props.onNote}>
        Highlight with note
      </PlainButton>
      <PlainButton size="small" appearance="subtle" icon={<Copy20Regular />} onClick={props.onCopy}>
        Copy
      </PlainButton>
    </div>
  );
}
