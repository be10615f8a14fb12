/** What holds for someone who set nothing. Apart from its schema: pages carry no zod for it. */
export const defaultPreferences = {
  displayName: "",
  theme: "light",
  density: "comfortable",
  reducedMotion: "system",
  singleKeyShortcuts: true,
  locale: "",
  timeZone: "",
  firstWeekday: "monday",
  readerFont: "sans",
  readerSize: 16,
  readerWidth: "normal",
  readerSpacing: "normal",
  codeTheme: "catppuccin-macchiato",
  dictation: { engine: "off", key: "Space", ctrl: false, threshold: 500 },
  dictationOnDevice: false,
  keys: {} as Record<string, string[]>,
} as const;
