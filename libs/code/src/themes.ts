import type { ThemeInput } from "shiki/core";

const THEMES = {
  "catppuccin-macchiato": () => import("shiki/themes/catppuccin-macchiato.mjs"),
  "catppuccin-latte": () => import("shiki/themes/catppuccin-latte.mjs"),
  "github-dark": () => import("shiki/themes/github-dark.mjs"),
  "github-light": () => import("shiki/themes/github-light.mjs"),
} satisfies Record<string, () => Promise<unknown>>;

export type CodeTheme = keyof typeof THEMES;

/** Specification §9: the theme that code is shown in, and its mode. */
export const DEFAULT_THEME: CodeTheme = "catppuccin-macchiato";

export const loadTheme = async (theme: CodeTheme): Promise<ThemeInput> => (await THEMES[theme]()) as ThemeInput;
