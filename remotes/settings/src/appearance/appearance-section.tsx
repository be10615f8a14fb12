import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { usePreferences } from "@tessera/shell-api";
import { Choice } from "@tessera/ui/choice";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";
import { CodeThemeSetting } from "./code-theme-setting.tsx";
import { RegionSettings } from "./region-settings.tsx";
import { ThemePicker } from "./theme-picker.tsx";

const themeWords: Record<Preferences["theme"], string> = { light: "light", dark: "dark", system: "as the system’s" };

export function AppearanceSection() {
  const { theme, density, reducedMotion } = usePreferences();
  const { save } = useSaves();
  return (
    <>
      <SettingGroup title="Theme">
        <ThemePicker
          value={theme}
          onChange={(chosen) => save({ theme: chosen }, `The theme is still ${themeWords[theme]}.`)}
        />
      </SettingGroup>
      <SettingGroup title="Lists and motion">
        <Setting label="Density" hint="Compact rows hold one line instead of two.">
          <Choice
            label="Density"
            value={density}
            options={[
              { value: "comfortable", label: "Comfortable" },
              { value: "compact", label: "Compact" },
            ]}
            onChange={(value) => save({ density: value }, `Rows are still ${density}.`)}
          />
        </Setting>
        <Setting label="Reduce motion" hint="When off, things fade and slide for at most a fifth of a second.">
          <Choice
            label="Reduce motion"
            value={reducedMotion}
            options={[
              { value: "system", label: "As the system" },
              { value: "on", label: "On" },
              { value: "off", label: "Off" },
            ]}
            onChange={(value) => save({ reducedMotion: value }, "Motion is unchanged.")}
          />
        </Setting>
      </SettingGroup>
      <CodeThemeSetting />
      <RegionSettings />
    </>
  );
}
