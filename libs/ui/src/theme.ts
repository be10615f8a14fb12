import { type BrandVariants, createDarkTheme, createLightTheme, type Theme } from "@tessera/fluent";

/** Widths in px from which a layout applies; specification §9. */
export const breakpoints = { sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 } as const;

/** Stacking; specification §9: overlays 2000, dialogs 2400. */
export const zIndex = { overlay: 2000, dialog: 2400, loadingBar: 3000 } as const;

const brand: BrandVariants = {
  10: "#02100F",
  20: "#05201E",
  30: "#07302E",
  40: "#083F3C",
  50: "#084E4B",
  60: "#075D59",
  70: "#066A66",
  80: "#0A7873",
  90: "#1D8A84",
  100: "#3BA69F",
  110: "#56B8B1",
  120: "#75C8C2",
  130: "#95D7D2",
  140: "#B5E5E1",
  150: "#D2F0ED",
  160: "#EAF8F6",
};

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

const common = {
  fontFamilyBase: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace",
  fontFamilyNumeric: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontWeightMedium: 400,
  fontWeightBold: 600,
  borderRadiusSmall: "4px",
  borderRadiusMedium: "6px",
  borderRadiusLarge: "8px",
  borderRadiusXLarge: "12px",
  lineHeightBase200: "16px",
  lineHeightBase300: "20px",
  lineHeightBase400: "24px",
  lineHeightBase500: "28px",
  lineHeightHero700: "36px",
};

export const lightTheme: TesseraTheme = {
  ...createLightTheme(brand),
  ...common,
  colorNeutralForeground1: "#171C1C",
  colorNeutralForeground1Hover: "#171C1C",
  colorNeutralForeground1Pressed: "#171C1C",
  colorNeutralForeground2: "#475150",
  colorNeutralForeground2Hover: "#2A3231",
  colorNeutralForeground2Pressed: "#2A3231",
  colorNeutralForeground3: "#5F6A69",
  colorNeutralForeground4: "#5F6A69",
  colorNeutralBackground1: "#FFFFFF",
  colorNeutralBackground1Hover: "#F4F6F6",
  colorNeutralBackground1Pressed: "#EBEEEE",
  colorNeutralBackground1Selected: "#E6F4F2",
  colorNeutralBackground2: "#FAFBFB",
  colorNeutralBackground3: "#F2F4F4",
  colorNeutralBackground4: "#EDF0F0",
  colorNeutralBackground6: "#EAEEEE",
  colorSubtleBackgroundHover: "#F0F3F3",
  colorSubtleBackgroundPressed: "#E6EAEA",
  colorNeutralStroke1: "#D2D8D8",
  colorNeutralStroke1Hover: "#B9C2C1",
  colorNeutralStroke2: "#E3E7E7",
  colorNeutralStroke3: "#ECEFEF",
  colorNeutralStrokeAccessible: "#6B7776",
  colorNeutralStrokeAccessibleHover: "#475150",
  colorBrandBackground: brand[80],
  colorBrandBackgroundHover: brand[70],
  colorBrandBackgroundPressed: brand[60],
  colorBrandForeground1: brand[70],
  colorBrandForegroundLink: brand[70],
  colorStrokeFocus2: "#171C1C",
  shadow4: "0 1px 2px rgba(16,32,31,.06), 0 2px 6px rgba(16,32,31,.05)",
  shadow16: "0 2px 6px rgba(16,32,31,.06), 0 12px 32px rgba(16,32,31,.10)",
  shadow64: "0 4px 12px rgba(16,32,31,.08), 0 24px 64px rgba(16,32,31,.20)",
  ok: "#2E6B12",
  "ok-bg": "#EDF5E6",
  warn: "#8A4B00",
  "warn-bg": "#FDF2E0",
  bad: "#B0202F",
  "bad-bg": "#FCECEC",
  run: "#2257A6",
  "run-bg": "#E9F0FA",
  idle: "#5F6A69",
  "idle-bg": "#EEF1F1",
  c1: "#2F6DB5",
  c2: "#B9570E",
  c3: "#8650A6",
  c4: "#7F6A00",
  c5: "#5C6B78",
  c6: "#B03A6F",
  grid: "#E6EAEA",
  ink: "#171C1C",
  sel: "#E4F3F1",
  "sel-bar": "#0A7873",
  mark: "#FFF1B8",
  scrim: "rgba(20,28,28,.32)",
  tile: "#EBEFEE",
  tile2: "#E4E9E8",
  tile3: "#D5EAE7",
  codebg: "#24273A",
};

export const darkTheme: TesseraTheme = {
  ...createDarkTheme(brand),
  ...common,
  colorNeutralForeground1: "#E8EDEC",
  colorNeutralForeground1Hover: "#FFFFFF",
  colorNeutralForeground1Pressed: "#FFFFFF",
  colorNeutralForeground2: "#B7C0BF",
  colorNeutralForeground2Hover: "#E8EDEC",
  colorNeutralForeground2Pressed: "#E8EDEC",
  colorNeutralForeground3: "#93A09E",
  colorNeutralForeground4: "#93A09E",
  colorNeutralBackground1: "#161A1A",
  colorNeutralBackground1Hover: "#1D2222",
  colorNeutralBackground1Pressed: "#242A2A",
  colorNeutralBackground1Selected: "#12302E",
  colorNeutralBackground2: "#131717",
  colorNeutralBackground3: "#0E1111",
  colorNeutralBackground4: "#1D2222",
  colorNeutralBackground6: "#2A3131",
  colorSubtleBackground: "transparent",
  colorSubtleBackgroundHover: "#1F2525",
  colorSubtleBackgroundPressed: "#262D2D",
  colorNeutralStroke1: "#394141",
  colorNeutralStroke1Hover: "#4B5554",
  colorNeutralStroke2: "#272D2D",
  colorNeutralStroke3: "#202626",
  colorNeutralStrokeAccessible: "#8A9695",
  colorNeutralStrokeAccessibleHover: "#B7C0BF",
  colorBrandBackground: brand[110],
  colorBrandBackgroundHover: brand[120],
  colorBrandBackgroundPressed: brand[100],
  colorNeutralForegroundOnBrand: "#04211F",
  colorBrandForeground1: brand[120],
  colorBrandForegroundLink: brand[120],
  colorCompoundBrandForeground1: brand[110],
  colorCompoundBrandStroke: brand[110],
  colorCompoundBrandBackground: brand[110],
  colorNeutralForegroundInverted: "#04211F",
  colorBrandStroke1: brand[110],
  colorStrokeFocus2: "#E8EDEC",
  shadow4: "0 1px 2px rgba(0,0,0,.5)",
  shadow16: "0 0 0 1px #2B3232, 0 12px 32px rgba(0,0,0,.5)",
  shadow64: "0 0 0 1px #323A3A, 0 24px 64px rgba(0,0,0,.65)",
  ok: "#8CCB6B",
  "ok-bg": "#1C2A15",
  warn: "#F0B357",
  "warn-bg": "#33260F",
  bad: "#FF8F8F",
  "bad-bg": "#3A1B1D",
  run: "#86B6F5",
  "run-bg": "#172638",
  idle: "#93A09E",
  "idle-bg": "#232929",
  c1: "#669EE0",
  c2: "#DD8844",
  c3: "#B88BD8",
  c4: "#C4AA3C",
  c5: "#9BABB9",
  c6: "#F08AB4",
  grid: "#262C2C",
  ink: "#E8EDEC",
  sel: "#12302E",
  "sel-bar": "#56B8B1",
  mark: "#4A3E10",
  scrim: "rgba(0,0,0,.56)",
  tile: "#191E1E",
  tile2: "#1D2323",
  tile3: "#10302D",
  codebg: "#1E2030",
};
