import { darkTheme, lightTheme } from "./theme-source.ts";

const WIDTH = 110;

/** The text of src/theme-values.ts. */
export function themeValues(): string {
  const names = Object.keys(lightTheme) as (keyof typeof lightTheme)[];
  return `/** Written by \`node libs/ui/bin/themes.ts\`: edit bin/theme-source.ts. */
export const NAMES =
${literal(names.join(" "))};
export const LIGHT =
${literal(names.map((name) => lightTheme[name]).join("|"))};
/** Empty where it is as in the light theme. */
export const DARK =
${literal(names.map((name) => (darkTheme[name] === lightTheme[name] ? "" : darkTheme[name])).join("|"))};
`;
}

/** A long text as lines that are added up: the build makes one of them. */
function literal(text: string): string {
  const lines = text.match(new RegExp(`.{1,${WIDTH}}`, "g")) ?? [];
  return lines.map((line) => `  ${JSON.stringify(line)}`).join(" +\n");
}
