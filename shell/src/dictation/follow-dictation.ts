import type { Services } from "../services.ts";

/** Dictation for as long as the person has it switched on; its code is loaded then, not before. */
export function followDictation(services: Services): void {
  const { preferences, dictation, notices } = services;
  let chosen = "";
  let end: () => void = () => undefined;
  const follow = () => {
    const { dictation: settings, locale } = preferences.get();
    const now = JSON.stringify([settings, locale]);
    if (now === chosen) return;
    chosen = now;
    end();
    end = () => dictation.set(null);
    if (settings.engine === "off") return;
    void import(/* webpackChunkName: "dictation" */ "./run-dictation.tsx").then(
      ({ runDictation }) => {
        if (now === chosen) end = runDictation(services, settings, locale);
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
