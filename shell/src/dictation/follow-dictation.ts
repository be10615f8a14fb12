import { recognitionOf } from "@tessera/contracts-settings/recognition.ts";
import { fetchIntegrity } from "@tessera/federation/runtime/fetch-integrity.ts";
import type { Services } from "../services.ts";

/** Dictation for as long as the person has it switched on; its code is loaded then, not before. */
export function followDictation(services: Services): void {
  const { preferences, dictation, notices, composition } = services;
  const { release } = composition.shell;
  let chosen = "";
  let end: () => void = () => undefined;
  const follow = () => {
    const chosenNow = preferences.get();
    const { dictation: settings, spokenCommands, locale } = chosenNow;
    const recognition = recognitionOf(chosenNow);
    const now = JSON.stringify([recognition, settings, spokenCommands, locale]);
    if (now === chosen) return;
    chosen = now;
    end();
    end = () => dictation.set(null);
    if (recognition === "off") return;
    const code = import(/* webpackChunkName: "dictation" */ "./run-dictation.tsx");
    void Promise.all([code, fetchIntegrity(release)]).then(
      ([{ runDictation }, integrity]) => {
        if (now === chosen) end = runDictation(services, recognition, chosenNow, { ...release, integrity });
      },
      () => {
        // Tried again when the settings change, or on the next page load.
        if (now === chosen)
          notices.show({ intent: "error", message: "Dictation did not arrive. Reload the page to try again." });
      },
    );
  };
  preferences.subscribe(follow);
  follow();
}
