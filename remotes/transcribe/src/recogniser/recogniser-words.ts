import type { Recogniser } from "@tessera/contracts-agents/recognisers.ts";
import type { Decoder, LocalModel, RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";

export const HERE: RecogniserChoice = { providerId: null, model: null, language: null };

/** Models of the server's machine, by their names. */
export const LOCAL_MODELS: Record<LocalModel, string> = {
  "moonshine-tiny": "Moonshine tiny",
  "moonshine-base": "Moonshine base",
};

/** What comes with a model of the server's machine that is not there yet. */
export function comesInWords(model: LocalModel, { base }: Pick<Decoder, "base">): string | undefined {
  if (model !== "moonshine-base" || base === "there") return undefined;
  return base === "unavailable"
    ? "The server could not fetch this model. Until it starts again, Moonshine tiny is used instead."
    : "The server first fetches this model, once: 114 MB. Where it cannot, Moonshine tiny is used instead.";
}

/** Languages that models for speech commonly know (Whisper's, the most spoken), ISO 639-1. */
const LANGUAGES =
  "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta th tr uk ur vi zh";

const names = new Intl.DisplayNames("en", { type: "language" });
export const languageName = (code: string) => names.of(code) ?? code;

/** By their names. */
export const languages = LANGUAGES.split(" ")
  .map((code) => ({ code, name: languageName(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name));

export const recogniserOf = (choice: RecogniserChoice, all: readonly Recogniser[]) =>
  all.find(({ providerId }) => providerId === choice.providerId);

/** Where the sound goes, before it does. */
export function whereInWords(choice: RecogniserChoice, all: readonly Recogniser[]): string {
  if (choice.providerId === null) return "It is transcribed here, in English alone: nobody else gets the sound.";
  const recogniser = recogniserOf(choice, all);
  if (!recogniser) return "The provider that was chosen does not exist any more. Choose another.";
  const paid = recogniser.ofInstallation ? "" : " The provider may charge you for it.";
  return `The sound is sent to ${recogniser.name} (${recogniser.host}).${paid}`;
}

/** What a text was made by: "My Whisper, German", "Moonshine tiny on this machine, English". */
export function madeByInWords(text: {
  recogniser: RecogniserChoice;
  providerName: string | null;
  language: string | null;
}): string {
  const here = text.providerName ? `${text.providerName} on this machine` : "The model on this machine";
  const by = text.recogniser.providerId ? (text.providerName ?? "A provider") : here;
  return [by, ...(text.language ? [languageName(text.language)] : [])].join(", ");
}

/** Who takes the sound out of a file. */
export const decodedInWords = ({ ffmpeg }: Decoder): string =>
  ffmpeg
    ? `Your browser takes the sound out of files. What it cannot decode is sent whole, and decoded on the server by ffmpeg ${ffmpeg}.`
    : "Your browser takes the sound out of files. What it cannot decode is not taken, as the server has no ffmpeg: AMR, WMA and AIFF in every browser, and in some also AAC, Opus or the sound of videos.";

/** Whether it can be asked for. */
export const isWhole = (choice: RecogniserChoice, all: readonly Recogniser[]) => {
  if (choice.providerId === null) return true;
  const recogniser = recogniserOf(choice, all);
  return recogniser?.inPlan === true && (recogniser.ofInstallation || choice.model !== null);
};
