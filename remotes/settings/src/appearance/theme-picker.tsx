import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { darkTheme, lightTheme, type TesseraTheme } from "@tessera/ui";
import { useId } from "react";

type Theme = Preferences["theme"];

const options: readonly { value: Theme; label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
];

const useStyles = makeStyles({
  group: { display: "grid", gridTemplateColumns: "repeat(3, minmax(0, 176px))", gap: "12px", padding: "8px 0 0" },
  option: {
    position: "relative",
    display: "block",
    cursor: "pointer",
    "& > input:hover:not(:checked) + span": { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    "& > input:checked + span": { border: "1px solid var(--sel-bar)", boxShadow: "inset 0 0 0 1px var(--sel-bar)" },
    "& > input:focus-visible + span": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
  },
  input: { position: "absolute", inset: 0, width: "100%", height: "100%", margin: 0, opacity: 0, cursor: "pointer" },
  face: {
    display: "block",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "8px",
    overflow: "hidden",
  },
  picture: { display: "block", width: "100%", height: "auto" },
  label: { display: "block", padding: "6px 12px", borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  chosenLabel: { backgroundColor: "var(--sel)", color: tokens.colorBrandForeground1, fontWeight: 600 },
});

/** The three themes as small pictures of the frame; choosing one is its own preview. */
export function ThemePicker({ value, onChange }: { value: Theme; onChange: (theme: Theme) => void }) {
  const styles = useStyles();
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Theme" className={styles.group}>
      {options.map((option) => {
        const chosen = option.value === value;
        return (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={chosen}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.face}>
              <svg viewBox="0 0 176 96" className={styles.picture} aria-hidden>
                <title>{option.label}</title>
                {option.value !== "dark" && <Frame theme={lightTheme} />}
                {option.value === "dark" && <Frame theme={darkTheme} />}
                {option.value === "system" && (
                  <g style={{ clipPath: "polygon(62% 0, 100% 0, 100% 100%, 38% 100%)" }}>
                    <Frame theme={darkTheme} />
                  </g>
                )}
              </svg>
              <span className={mergeClasses(styles.label, chosen && styles.chosenLabel)}>{option.label}</span>
            </span>
          </label>
        );
      })}
    </div>
  );
}

/** The frame in a theme's own colours: rail, list with one selected row, text. */
function Frame({ theme }: { theme: TesseraTheme }) {
  const {
    colorNeutralBackground1: sheet,
    colorNeutralBackground3: canvas,
    colorNeutralStroke2: line,
    colorNeutralStroke1: text,
  } = theme;
  return (
    <>
      <rect width="176" height="96" fill={canvas} />
      <rect x="7" y="6" width="5" height="5" rx="1" fill={theme["sel-bar"]} />
      {[22, 34, 46].map((y) => (
        <rect key={y} x="6" y={y} width="7" height="7" rx="2" fill={text} />
      ))}
      <rect x="18.5" y="14.5" width="168" height="92" rx="5" fill={sheet} stroke={line} />
      <path d="M72.5 15v81" stroke={line} />
      <rect x="22" y="22" width="47" height="13" rx="3" fill={theme.sel} />
      {[22, 38, 54, 70].map((y) => (
        <rect key={y} x="27" y={y + 5} width={y % 3 ? 30 : 36} height="3" rx="1.5" fill={text} />
      ))}
      <rect x="82" y="26" width="48" height="4" rx="2" fill={theme.colorNeutralForeground3} />
      {[38, 46, 54, 62].map((y, row) => (
        <rect key={y} x="82" y={y} width={row === 3 ? 44 : 78} height="3" rx="1.5" fill={text} />
      ))}
    </>
  );
}
