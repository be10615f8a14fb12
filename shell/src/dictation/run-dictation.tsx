import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { dictate, type TextField, webSpeech } from "@tessera/dictation";
import type { Services } from "../services.ts";
import { createStore } from "../stores/store.ts";
import { DictationState, type Listening } from "./dictation-state.tsx";

/** A tap within so many ms after another key is a space that somebody types (libs/dictation/decisions/001). */
const TYPING_PAUSE = 1000;

/**
 * Dictation in every text field of the page, with a display of what is heard.
 * @param locale BCP 47; the browser's when it is empty
 * @returns what ends it
 */
export function runDictation(
  { dictation, notices }: Pick<Services, "dictation" | "notices">,
  { key, ctrl, threshold }: Preferences["dictation"],
  locale: string,
): () => void {
  const controller = webSpeech(locale || navigator.language);
  const listening = createStore<Listening>({ field: null, partial: "" });
  const ends = [
    dictate(document, {
      controller,
      key,
      threshold,
      requireCtrlKey: ctrl,
      typingPause: TYPING_PAUSE,
      onChange: (field: TextField | null) => listening.set({ field, partial: "" }),
      onLost: (text) =>
        notices.show({
          intent: "warning",
          message: `The field is no longer there. You said: ${text}`,
          action: { label: "Copy", run: () => navigator.clipboard.writeText(text) },
        }),
    }),
    controller?.onPartial?.((partial) => listening.set({ ...listening.get(), partial })),
    controller?.onEnd?.((reason) => {
      if (reason) notices.show({ intent: "error", message: reason });
    }),
  ];
  dictation.set(<DictationState listening={listening} trigger={ctrl ? `Ctrl+${key}` : key} />);
  return () => {
    for (const end of ends) end?.();
    dictation.set(null);
  };
}
