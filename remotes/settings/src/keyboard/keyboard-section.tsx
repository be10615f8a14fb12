import { Switch } from "@tessera/fluent-extra";
import { usePreferences } from "@tessera/shell-api";
import { useId } from "react";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";
import { KeyMapEditor } from "./key-map-editor.tsx";

export function KeyboardSection() {
  const id = useId();
  const { singleKeyShortcuts } = usePreferences();
  const { save } = useSaves();
  return (
    <>
      <SettingGroup title="Shortcuts">
        <Setting
          label="Single-key shortcuts"
          hint="A single letter acts on the selected card. Switch this off if you use voice control or press keys by accident. Shortcuts with Ctrl or Cmd stay on."
          controlId={id}
        >
          <Switch
            id={id}
            checked={singleKeyShortcuts}
            aria-describedby={`${id}-hint`}
            onChange={(_, { checked }) =>
              save({ singleKeyShortcuts: checked }, `Single-key shortcuts are still ${checked ? "off" : "on"}.`)
            }
          />
        </Setting>
      </SettingGroup>
      <KeyMapEditor />
    </>
  );
}
