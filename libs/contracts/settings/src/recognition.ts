import type { Preferences } from "./settings.ts";

/** What turns speech into text, as a person chose it. */
export type Recognition = "off" | "device" | "browser";

type Chosen = Partial<Pick<Preferences, "dictation" | "dictationOnDevice">>;

/** The browser's own only where it was chosen by its name: it may send what is said to its maker. */
export const recognitionOf = ({ dictation, dictationOnDevice }: Chosen): Recognition =>
  dictation?.engine === "browser" ? "browser" : dictationOnDevice ? "device" : "off";

/** What keeps a choice. */
export const chooseRecognition = (dictation: Preferences["dictation"], recognition: Recognition) => ({
  dictation: { ...dictation, engine: recognition === "browser" ? ("browser" as const) : ("off" as const) },
  dictationOnDevice: recognition === "device",
});
