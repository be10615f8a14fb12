import type { RefObject } from "react";

/** A selection, in characters from the begin of the text. */
export interface Selected {
  anchor: number;
  head: number;
}

export interface EditorHandle {
  focus(): void;
  selected(): Selected;
  /** Tells the page at once what was typed. */
  tell(): void;
}

export interface TextEditorProps {
  label: string;
  text: string;
  placeholder: string;
  /** What was selected before the editor was there. */
  selection: Selected;
  /** Whether the editor takes the keyboard. */
  focused: boolean;
  /** Whether letters were typed into the plain field before: a list behind "@" or "/" may be open there. */
  goesOn: boolean;
  handle: RefObject<EditorHandle | null>;
  onChange: (text: string) => void;
  /** Escape. */
  onLeave: () => void;
  /** The person wants the text as it is. */
  onSource: () => void;
}
