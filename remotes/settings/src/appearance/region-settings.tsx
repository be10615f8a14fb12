import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { Select } from "@tessera/fluent-extra";
import { usePreferences } from "@tessera/shell-api";
import { useId, useMemo } from "react";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";
import { browserRegion, localeOptions, type Region, sample, timeZoneOptions } from "./regions.ts";

const weekdays: readonly { value: Preferences["firstWeekday"]; label: string }[] = [
  { value: "monday", label: "Monday" },
  { value: "sunday", label: "Sunday" },
  { value: "saturday", label: "Saturday" },
];

/** How dates, times, numbers and sums are written. */
export function RegionSettings() {
  const { locale, timeZone, firstWeekday } = usePreferences();
  const { save } = useSaves();
  const browser = useMemo(browserRegion, []);
  const locales = useMemo(
    () => [{ value: "", label: `Browser: ${browser.locale}` }, ...localeOptions(locale)],
    [browser, locale],
  );
  const zones = useMemo(
    () => [{ value: "", label: `Browser: ${browser.timeZone}` }, ...timeZoneOptions(timeZone)],
    [browser, timeZone],
  );
  return (
    <SettingGroup title="Dates and numbers">
      <Choose
        label="Format"
        hint={`Example: ${sample(locale, timeZone, new Date())}.`}
        value={locale}
        options={locales}
        onChange={(value) => save({ locale: value }, "Dates and numbers are unchanged.")}
      />
      <Choose
        label="Time zone"
        value={timeZone}
        options={zones}
        onChange={(value) => save({ timeZone: value }, "The time zone is unchanged.")}
      />
      <Choose
        label="First day of the week"
        value={firstWeekday}
        options={weekdays}
        onChange={(value) =>
          save({ firstWeekday: value as Preferences["firstWeekday"] }, "The first day of the week is unchanged.")
        }
      />
    </SettingGroup>
  );
}

interface ChooseProps {
  label: string;
  hint?: string;
  value: string;
  options: readonly Region[];
  onChange: (value: string) => void;
}

function Choose({ label, hint, value, options, onChange }: ChooseProps) {
  const id = useId();
  return (
    <Setting label={label} hint={hint} controlId={id}>
      <Select
        id={id}
        value={value}
        aria-describedby={hint && `${id}-hint`}
        style={{ width: 300, maxWidth: "100%" }}
        onChange={(_, data) => onChange(data.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Setting>
  );
}
