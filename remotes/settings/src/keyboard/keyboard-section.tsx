import { Button } from "@tessera/fluent";
import { Switch } from "@tessera/fluent-extra";
import { shell, usePreferences } from "@tessera/shell-api";
import { Keycap } from "@tessera/ui";
import { useId } from "react";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";

export function KeyboardSection() {
  const id = useId();
  const { singleKeyShortcuts } = usePreferences();
  const { save } = useSaves();
  return (
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
      <Setting label="All shortcuts" hint="What each key does on this page.">
        <Button onClick={() => shell().commands.openShortcuts()}>
          Show shortcuts&nbsp;
          <Keycap>?</Keycap>
        </Button>
      </Setting>
    </SettingGroup>
  );
}
