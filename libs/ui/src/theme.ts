import type { Theme } from "@tessera/fluent";
import { DARK, LIGHT, NAMES } from "./theme-values.ts";

/** Widths in px from which a layout applies; specification §9. */
export const breakpoints = { sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 } as const;

/** Stacking; specification §9: overlays 2000, dialogs 2400. */
export const zIndex = { overlay: 2000, dialog: 2400, loadingBar: 3000 } as const;

/** Colours beside Fluent's own; each becomes the CSS variable of its name (`var(--ok)`). */
export interface ExtraColours {
  ok: string;
  "ok-bg": string;
  warn: string;
  "warn-bg": string;
  bad: string;
  "bad-bg": string;
  run: string;
  "run-bg": string;
  idle: string;
  "idle-bg": string;
  c1: string;
  c2: string;
  c3: string;
  c4: string;
  c5: string;
  c6: string;
  grid: string;
  ink: string;
  sel: string;
  "sel-bar": string;
  mark: string;
  scrim: string;
  tile: string;
  tile2: string;
  tile3: string;
  codebg: string;
}
export type TesseraTheme = Theme & ExtraColours;

/** Tokens whose values are numbers in Fluent's type. */
const NUMBERS = /^fontWeight/;

const themeOf = (...layers: string[]): TesseraTheme => {
  const lists = layers.map((values) => values.split("|"));
  const valueAt = (at: number) => lists.findLast((list) => list[at])![at]!;
  const own = NAMES.split(" ").map((name, at) => [name, NUMBERS.test(name) ? Number(valueAt(at)) : valueAt(at)]);
  return Object.fromEntries(own);
};

export const lightTheme = themeOf(LIGHT);
export const darkTheme = themeOf(LIGHT, DARK);
