import type { Recognition } from "@tessera/contracts-settings/recognition.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { transcribeClient } from "@tessera/contracts-transcribe/client.ts";
import { dictate, type SpeechController, type TextField, webSpeech } from "@tessera/dictation";
import { DOWNLOAD_MEGABYTES, downloadModels } from "@tessera/dictation/model-store.ts";
import { NO_MODELS, type OnDeviceController, onDevice } from "@tessera/dictation/on-device.ts";
import { assetAddress } from "@tessera/federation/asset-address.ts";
import type { LoadableRelease } from "@tessera/federation/composition.ts";
import type { Services } from "../services.ts";
import { createStore } from "../stores/store.ts";
import { DictationState, type Listening } from "./dictation-state.tsx";
import { spokenIn } from "./spoken-in.ts";

/** A tap within so many ms after another key is a space that somebody types (libs/dictation/decisions/001). */
const TYPING_PAUSE = 1000;

/** Files of the shell's release (src/workers). */
const RECOGNIZER = "workers/speech.js";
const MICROPHONE = "workers/microphone.js";

const SILENT: Listening = { field: null, partial: "", measured: false, download: null, failure: null };

type Needs = Pick<Services, "dictation" | "notices" | "http" | "offline">;
/** The shell's release with all hashes. */
type Files = Pick<LoadableRelease, "base" | "integrity" | "relocatable">;

/**
 * Dictation in every text field of the page, with a display of what is heard.
 * @returns what ends it
 */
export function runDictation(
  { dictation, notices, http, offline }: Needs,
  recognition: Exclude<Recognition, "off">,
  { dictation: { key, ctrl, threshold }, spokenCommands, locale }: Preferences,
  files: Files,
): () => void {
  const device = recognition === "device" ? deviceController(files) : null;
  if (device) void knowVocabulary(device, http, offline);
  const controller: SpeechController | null = device ?? webSpeech(() => spokenIn(locale || navigator.language));
  const listening = createStore<Listening>(SILENT);
  const level = createStore(0);
  const shows = (changed: Partial<Listening>) => listening.set({ ...listening.get(), ...changed });
  let download: AbortController | null = null;
  /** Only when the person wants it: what it weighs is said before. */
  const getModels = async () => {
    if (download) return;
    const own = new AbortController();
    download = own;
    const onProgress = (done: number) => shows({ download: { done, cancel: () => own.abort() } });
    onProgress(0);
    try {
      await downloadModels({ signal: own.signal, onProgress });
      notices.show({ intent: "success", message: "The speech model is on this device. You can dictate now." });
    } catch (error) {
      if (!own.signal.aborted)
        notices.show({
          intent: "error",
          message: (error as Error).message,
          action: { label: "Try again", run: getModels },
        });
    } finally {
      download = null;
      shows({ download: null });
    }
  };
  const ends = [
    dictate(document, {
      controller,
      key,
      threshold,
      requireCtrlKey: ctrl,
      typingPause: TYPING_PAUSE,
      spokenCommands,
      onChange: (field: TextField | null) => shows({ field, partial: "", measured: false }),
      onPartial: (partial) => shows({ partial }),
      onLost: (text) =>
        notices.show({
          intent: "warning",
          message: `The field is no longer there. You said: ${text}`,
          action: { label: "Copy", run: () => navigator.clipboard.writeText(text) },
        }),
      onPut: (put, takeBack) =>
        notices.show({
          intent: "info",
          message: put.map(({ text, heard }) => `“${text}” is from your vocabulary; heard “${heard}”.`).join(" "),
          action: { label: "Take back", run: async () => takeBack() },
        }),
    }),
    controller?.onLevel?.((loud) => {
      level.set(loud);
      if (!listening.get().measured) shows({ measured: true });
    }),
    controller?.onFailure?.(({ reason, retry, discard }) => {
      const after = (act: () => void) => () => {
        shows({ failure: null });
        act();
      };
      shows({ failure: { reason, retry: after(retry), discard: after(discard) } });
    }),
    controller?.onEnd?.((reason) => {
      if (reason === NO_MODELS && download)
        notices.show({ intent: "info", message: "The speech model is still arriving. You can dictate then." });
      else if (reason === NO_MODELS)
        notices.show({
          intent: "info",
          message: `${reason} It is ${DOWNLOAD_MEGABYTES} MB, downloaded once, and works offline afterwards.`,
          action: { label: "Download", run: getModels },
        });
      else if (reason) notices.show({ intent: "error", message: reason });
    }),
  ];
  dictation.set(<DictationState listening={listening} level={level} trigger={ctrl ? `Ctrl+${key}` : key} />);
  return () => {
    for (const end of ends) end?.();
    device?.close();
    download?.abort();
    dictation.set(null);
  };
}

/** Fetched once; without a connection it is what was kept the last time. */
async function knowVocabulary(
  device: OnDeviceController,
  http: Services["http"],
  offline: Services["offline"],
): Promise<void> {
  offline.declare({ area: "dictation", keep: [{ path: "/api/transcribe/vocabulary" }] });
  try {
    const { terms } = await transcribeClient(http).vocabulary();
    device.know(terms.filter(({ refused }) => !refused).map(({ term, soundsLike }) => ({ term, soundsLike })));
  } catch {
    // Names are written as they are heard then.
  }
}

function deviceController({ base, integrity, relocatable }: Files) {
  const addressOf = (file: string) => {
    const hash = integrity?.[file];
    return hash && relocatable ? assetAddress("shell", file, hash) : base + file;
  };
  const [worker, worklet] = [addressOf(RECOGNIZER), addressOf(MICROPHONE)];
  // The service worker keeps what was fetched once, so that dictation works offline.
  for (const address of [worker, worklet]) fetch(address, { priority: "low" }).catch(() => undefined);
  return onDevice({ worker, worklet });
}
