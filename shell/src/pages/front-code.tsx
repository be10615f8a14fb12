import { FRONT_CODE_LANGUAGE, FRONT_CODE_LINES, FRONT_CODE_LOOKS } from "@tessera/federation/front-code.ts";
import { makeStyles, tokens } from "@tessera/fluent";

const useStyles = makeStyles({
  // As the product's code block: dark in both themes.
  root: {
    overflow: "hidden",
    borderRadius: "8px",
    color: "#CAD3F5",
    backgroundColor: "var(--codebg)",
  },
  head: { padding: "8px 16px", fontSize: "12px", lineHeight: "16px", opacity: 0.8 },
  code: {
    margin: 0,
    padding: "4px 16px 12px",
    overflowX: "auto",
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "14px",
    lineHeight: "20px",
    ":focus-visible": { outline: "2px solid currentColor", outlineOffset: "-2px" },
  },
});

/** Code as the product shows it, without its highlighter. */
export default function FrontCode() {
  const styles = useStyles();
  return (
    <figure className={styles.root} aria-label={`Code: ${FRONT_CODE_LANGUAGE}`}>
      <div className={styles.head}>{FRONT_CODE_LANGUAGE}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <pre className={styles.code} tabIndex={0} translate="no">
        <code>
          {FRONT_CODE_LINES.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <span key={at}>
              {line.map(([text, look], piece) => {
                const { color, italic } = FRONT_CODE_LOOKS[look]!;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
                  <span key={piece} style={{ color, fontStyle: italic ? "italic" : undefined }}>
                    {text}
                  </span>
                );
              })}
              {"\n"}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  );
}
