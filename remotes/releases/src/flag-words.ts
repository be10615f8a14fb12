import type { Flag, FlagSetting, FlagValue } from "@tessera/contracts-releases/flag.ts";

/** A value as people read it: on, off, or the title of a variant. */
export function valueWords(declared: Flag["declared"], value: FlagValue): string {
  if (value === true) return "On";
  if (value === false) return "Off";
  return declared?.variants?.[value] ?? value;
}

/** Who gets the value of a setting; empty for nobody. */
export function whoWords({ percent, people }: Pick<FlagSetting, "percent" | "people">): string {
  const named = people.length ? `${people.length} by name` : "";
  const share = percent === 100 ? "everybody" : percent > 0 ? `${percent} % of people` : "";
  return [share, named && share !== "everybody" ? named : ""].filter(Boolean).join(" and ");
}

export function settingWords(declared: Flag["declared"], setting: FlagSetting | null): string {
  if (!setting) return declared ? `${valueWords(declared, declared.default)} for everybody, as the app declares` : "";
  const value = valueWords(declared, setting.value);
  return `${value} for ${whoWords(setting) || "nobody"}`;
}
