import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { Select } from "@tessera/fluent-extra";
import { usePreferences } from "@tessera/shell-api";
import { lazy, Suspense, useId } from "react";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";

const CodeBlock = lazy(async () => ({ default: (await import("@tessera/code")).CodeBlock }));

type CodeTheme = Preferences["codeTheme"];

const THEMES: Record<CodeTheme, string> = {
  "catppuccin-macchiato": "Catppuccin Macchiato",
  "catppuccin-latte": "Catppuccin Latte",
  dracula: "Dracula",
  "github-dark": "GitHub Dark",
  "github-light": "GitHub Light",
  nord: "Nord",
  "one-dark-pro": "One Dark Pro",
  "one-light": "One Light",
  "solarized-dark": "Solarized Dark",
  "solarized-light": "Solarized Light",
  "vitesse-dark": "Vitesse Dark",
  "vitesse-light": "Vitesse Light",
};
const EXAMPLE = `// How long a card sleeps, in days.
export function daysUntil(date: Date, now = new Date()): number {
  return Math.ceil((date.getTime() - now.getTime()) / 86_400_000);
}`;

/** Colours of code on every page, with an example. */
export function CodeThemeSetting() {
  const id = useId();
  // An older shell does not know it.
  const { codeTheme = defaultPreferences.codeTheme } = usePreferences();
  const { save } = useSaves();
  return (
    <SettingGroup title="Code">
      <Setting label="Code theme" controlId={id}>
        <Select
          id={id}
          value={codeTheme}
          style={{ width: 300, maxWidth: "100%" }}
          onChange={(_, { value }) =>
            save({ codeTheme: value as CodeTheme }, `Code is still shown in ${THEMES[codeTheme]}.`)
          }
        >
          {Object.entries(THEMES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Setting>
      <Suspense fallback={<pre>{EXAMPLE}</pre>}>
        <CodeBlock code={EXAMPLE} language="ts" theme={codeTheme} />
      </Suspense>
    </SettingGroup>
  );
}
