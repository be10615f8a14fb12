import type { CodeTheme } from "@tessera/code";
import {
  createDOMRenderer,
  FluentProvider,
  makeStaticStyles,
  makeStyles,
  RendererProvider,
  tokens,
} from "@tessera/fluent";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { darkTheme, lightTheme } from "./theme.ts";
import { touch } from "./touch.ts";

/** How a person wants things shown; components of this library follow it. */
export interface UiSettings {
  mode: "light" | "dark";
  density: "comfortable" | "compact";
  /** BCP 47; undefined follows the browser. */
  locale?: string;
  /** IANA name; undefined follows the browser. */
  timeZone?: string;
  firstWeekday?: "monday" | "sunday" | "saturday";
  reducedMotion?: boolean;
  /** Colours of code; undefined: dark, as code is by default. */
  codeTheme?: CodeTheme;
  /** Nonce of the page's content security policy, for styles made at run time. */
  nonce?: string;
}

const SettingsContext = createContext<UiSettings>({ mode: "light", density: "comfortable" });
export const useUiSettings = () => useContext(SettingsContext);

/** Height in px of a list row with the person's density; on a phone rows are 56 px. */
export function useRowHeight(phone: boolean): number {
  const { density } = useUiSettings();
  if (phone) return 56;
  return density === "compact" ? 32 : 44;
}

const useGlobal = makeStaticStyles({
  "*, *::before, *::after": { boxSizing: "border-box" },
  "html, body, #root": { height: "100%", margin: 0 },
  body: { overscrollBehavior: "none" },
  "h1, h2, h3, p, ul, ol, dl, dd, figure": { margin: 0, padding: 0 },
  svg: { flexShrink: 0 },
  // Boxes that the browser draws: in texts, choices and editors they are chosen in the colour of everything chosen.
  input: { accentColor: tokens.colorCompoundBrandBackground },
  // What is typed from the right stands from the right, as it will be read.
  "input, textarea": { unicodeBidi: "plaintext" },
  // What an icon that is built without Griffel lacks.
  ":where([data-fui-icon])": { display: "inline", lineHeight: 0 },
  // Focus is a ring of ink everywhere, also where Fluent draws a line of the brand below a field.
  ":is(.fui-Input.fui-Input, .fui-Textarea.fui-Textarea, .fui-Select.fui-Select)::after": { display: "none" },
  ":is(.fui-Input.fui-Input, .fui-Textarea.fui-Textarea):focus-within": {
    outline: "2px solid var(--ink)",
    outlineOffset: "-1px",
  },
  ".fui-Select__select.fui-Select__select:focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  // A field is as narrow as its place: beside another one on a phone it would lie over it.
  ".fui-Field, .fui-Field > *": { minWidth: 0 },
  mark: { backgroundColor: "var(--mark)", color: "inherit", borderRadius: "2px" },
});

/** What a finger reaches: at least 44 px, whatever side a page gives it. What stands in running text stays as it is. */
const useTargets = makeStaticStyles(`${touch} {
  :where(button, select, summary, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])) { min-width: 44px !important; min-height: 44px; }
  .fui-Button.fui-Button { min-width: 44px !important; min-height: 44px; }
  .fui-MenuItem.fui-MenuItem, .fui-MenuItemRadio.fui-MenuItemRadio { min-height: 44px; align-items: center; }
  .fui-Input__input.fui-Input__input, .fui-Select__select.fui-Select__select, .fui-Tab.fui-Tab { min-height: 44px; }
  .fui-Option.fui-Option { min-height: 44px; }
  .fui-Checkbox__input.fui-Checkbox__input { top: -6px; left: -6px; width: calc(100% + 12px); height: calc(100% + 12px); }
  .fui-Switch__input.fui-Switch__input { top: -6px; height: calc(100% + 12px); }
}`);

/** Paper is light, and as long as the page: what a screen scrolls is all there. */
const useOnPaper = makeStaticStyles(`@media print {
  :root { color-scheme: light !important; }
  html, body, #root { height: auto !important; overflow: visible !important; background: none !important; }
  .fui-FluentProvider.fui-FluentProvider { height: auto !important; ${Object.entries(lightTheme)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(" ")} }
}`);

const useStyles = makeStyles({
  root: {
    "@media print": { height: "auto", backgroundColor: "transparent" },
    height: "100%",
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    fontSize: "14px",
    lineHeight: "20px",
    WebkitFontSmoothing: "antialiased",
  },
  still: {
    "& *, & *::before, & *::after": {
      animationDuration: "0.01ms !important",
      animationIterationCount: "1 !important",
      transitionDuration: "0.01ms !important",
    },
  },
});

/** Theme, density and locale for all that is inside; one for the page, from the person's preferences. */
export function UiProvider({ settings, children }: { settings: UiSettings; children: ReactNode }) {
  const { nonce } = settings;
  const renderer = useMemo(
    () => createDOMRenderer(document, nonce ? { styleElementAttributes: { nonce } } : undefined),
    [nonce],
  );
  return (
    <RendererProvider renderer={renderer} targetDocument={document}>
      <SettingsContext.Provider value={settings}>
        <Themed settings={settings}>{children}</Themed>
      </SettingsContext.Provider>
    </RendererProvider>
  );
}

function Themed({ settings, children }: { settings: UiSettings; children: ReactNode }) {
  useGlobal();
  useTargets();
  useOnPaper();
  const styles = useStyles();
  return (
    // Fluent puts the provider's classes on every portal too: what fills the page belongs on an element of our own.
    <FluentProvider
      theme={settings.mode === "dark" ? darkTheme : lightTheme}
      className={settings.reducedMotion ? styles.still : undefined}
      style={{ height: "100%" }}
    >
      <div className={styles.root}>{children}</div>
    </FluentProvider>
  );
}
