import type { ThemeInput } from "shiki/core";

const THEMES = {
  "catppuccin-macchiato": () => import("shiki/themes/catppuccin-macchiato.mjs"),
  "catppuccin-latte": () => import("shiki/themes/catppuccin-latte.mjs"),
  dracula: () => import("shiki/themes/dracula.mjs"),
  "github-dark": () => import("shiki/themes/github-dark.mjs"),
  "github-light": () => import("shiki/themes/github-light.mjs"),
  "github-light-high-contrast": () => import("shiki/themes/github-light-high-contrast.mjs"),
  nord: () => import("shiki/themes/nord.mjs"),
  "one-dark-pro": () => import("shiki/themes/one-dark-pro.mjs"),
  "one-light": () => import("shiki/themes/one-light.mjs"),
  "solarized-dark": () => import("shiki/themes/solarized-dark.mjs"),
  "solarized-light": () => import("shiki/themes/solarized-light.mjs"),
  "vitesse-dark": () => import("shiki/themes/vitesse-dark.mjs"),
  "vitesse-light": () => import("shiki/themes/vitesse-light.mjs"),
} satisfies Record<string, () => Promise<unknown>>;

export type CodeTheme = keyof typeof THEMES;

/** Specification §9: the theme that code is shown in, and its mode. */
export const DEFAULT_THEME: CodeTheme = "catppuccin-macchiato";

/** Themes for a light page; the others are for a dark one. */
const LIGHT: ReadonlySet<CodeTheme> = new Set([
  "catppuccin-latte",
  "github-light",
  "github-light-high-contrast",
  "one-light",
  "solarized-light",
  "vitesse-light",
]);

/**
 * The chosen theme where it suits the background of the page; else one that can be read there: each of its colours has
 * a contrast of 4.5 on the grey of code.
 */
export function themeOn(mode: "light" | "dark", chosen: CodeTheme = DEFAULT_THEME): CodeTheme {
  if (LIGHT.has(chosen) === (mode === "light")) return chosen;
  return mode === "light" ? "github-light-high-contrast" : DEFAULT_THEME;
}

export const loadTheme = async (theme: CodeTheme): Promise<ThemeInput> => (await THEMES[theme]()) as ThemeInput;

/** CSS colours of a theme's editor; undefined where it names none. */
export async function editorColours(theme: CodeTheme): Promise<{ color?: string; backgroundColor?: string }> {
  const { colors } = (await THEMES[theme]()).default;
  return { color: colors?.["editor.foreground"], backgroundColor: colors?.["editor.background"] };
}
