import { Field, Input } from "@tessera/fluent-data";
import { usePreferences } from "@tessera/shell-api";
import { useEffect, useRef, useState } from "react";
import { useFormStyles } from "../parts/form-styles.ts";
import { useSaves } from "../parts/saves.tsx";
import { SettingGroup } from "../parts/setting.tsx";

/** Debounce before the name is saved, in ms. */
const pause = 800;

/**
 * The name others see; saved while typing stops, on Enter and when the field is left. What is typed is kept when saving
 * fails.
 */
export function DisplayName() {
  const styles = useFormStyles();
  const { displayName } = usePreferences();
  const { save } = useSaves();
  const [typed, setTyped] = useState<string | null>(null);
  const sent = useRef<string | null>(null);
  const value = typed ?? displayName;

  const keep = async () => {
    const name = typed?.trim();
    if (name === undefined || name === sent.current) return;
    if (name === displayName) return setTyped(null);
    sent.current = name;
    const saved = await save({ displayName: name }, "What you typed is kept here.");
    sent.current = null;
    if (saved) setTyped((now) => (now?.trim() === name ? null : now));
  };
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => latest.current(), pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <SettingGroup title="Name">
      <div className={styles.form}>
        <Field label="Display name" hint="Shown in your menu at the top right.">
          <Input
            value={value}
            maxLength={100}
            autoComplete="name"
            onChange={(_, data) => setTyped(data.value)}
            onBlur={() => latest.current()}
            onKeyDown={(event) => event.key === "Enter" && latest.current()}
          />
        </Field>
      </div>
    </SettingGroup>
  );
}
