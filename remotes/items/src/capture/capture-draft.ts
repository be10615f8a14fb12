import { shell } from "@tessera/shell-api";

/** What a person typed into the capture dialog and has not saved. */
export interface CaptureDraft {
  text: string;
  tags: string[];
  /** Words of the text that the person does not want as fields. */
  refused: string[];
  /** The type that the person chose; null follows the text. */
  type: string | null;
  /** Names the attempt: the same text sent twice is stored once, also after a reload. */
  key: string;
}

const KEY = "items.capture";
const empty = (): CaptureDraft => ({ text: "", tags: [], refused: [], type: null, key: crypto.randomUUID() });

export function readDraft(): CaptureDraft {
  try {
    const kept = JSON.parse(shell().drafts.get(KEY) ?? "null") as Partial<CaptureDraft> | null;
    if (!kept || typeof kept.text !== "string") return empty();
    return {
      text: kept.text,
      tags: Array.isArray(kept.tags) ? kept.tags : [],
      refused: Array.isArray(kept.refused) ? kept.refused : [],
      type: typeof kept.type === "string" ? kept.type : null,
      key: kept.key || crypto.randomUUID(),
    };
  } catch {
    return empty();
  }
}

export function keepDraft(draft: CaptureDraft): void {
  if (draft.text.trim() === "" && draft.tags.length === 0) shell().drafts.clear(KEY);
  else shell().drafts.set(KEY, JSON.stringify(draft));
}

/** Puts a text behind what was typed before, on a line of its own. */
export function appendToDraft(text: string): void {
  const draft = readDraft();
  keepDraft({ ...draft, text: draft.text.trim() ? `${draft.text.trimEnd()}\n${text}` : text });
}

export const clearDraft = () => shell().drafts.clear(KEY);
