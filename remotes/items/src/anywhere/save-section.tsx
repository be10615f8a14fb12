import { apiExamples, curlOf } from "@tessera/contracts-items/api-examples.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { shell, usePlace } from "@tessera/shell-api";
import { PageHead, Pane, PaneScroll, PlainButton, Section, touch } from "@tessera/ui";
import { bookmarkletOf } from "./bookmarklet.ts";
import { copyText } from "./copy-text.ts";

const useStyles = makeStyles({
  content: { padding: "0 0 32px", maxWidth: "760px" },
  words: {
    margin: "0 0 12px",
    color: tokens.colorNeutralForeground2,
    "& code": { fontFamily: tokens.fontFamilyMonospace, fontSize: "12px" },
  },
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "12px", margin: "0 0 12px" },
  drag: {
    display: "inline-block",
    padding: "5px 12px",
    borderRadius: "4px",
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    color: tokens.colorNeutralForeground1,
    fontWeight: 600,
    textDecorationLine: "none",
    cursor: "grab",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
    [touch]: { lineHeight: "32px" },
  },
  link: {
    color: tokens.colorBrandForegroundLink,
    ":hover": { color: tokens.colorBrandForegroundLinkHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
  },
  example: { margin: "0 0 16px" },
  head: { display: "flex", alignItems: "center", justifyContent: "space-between", gap: "8px", marginBottom: "4px" },
  title: { margin: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  code: {
    margin: "0 0 4px",
    padding: "8px 12px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground4,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "12px",
    lineHeight: "18px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  answer: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/**
 * Gives a link the code as its address, which React refuses to: it is for dragging. Used here it would do nothing, as
 * the policy of our pages forbids scripts in addresses; it says so.
 */
function makeBookmarklet(link: HTMLAnchorElement | null, code: string) {
  const explain = (event: Event) => {
    event.preventDefault();
    shell().notifications.show({
      message: "Here it does nothing. Drag it to the bookmarks bar, or copy its code into a bookmark.",
      intent: "info",
    });
  };
  link?.setAttribute("href", code);
  link?.addEventListener("click", explain);
  return () => link?.removeEventListener("click", explain);
}

/** `/settings/save-from-anywhere`: a bookmark and an extension that save a page, and the API for scripts. */
export default function SaveSection() {
  const styles = useStyles();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Save from anywhere" }], "/settings");
  return (
    <Pane kind="detail" label="Save from anywhere">
      <PageHead area="Settings" title="Save from anywhere" />
      <PaneScroll className={styles.content}>
        <Bookmarklet />
        <Extension />
        <Examples />
      </PaneScroll>
    </Pane>
  );
}

function Bookmarklet() {
  const styles = useStyles();
  const code = bookmarkletOf(location.origin);
  return (
    <Section title="From the page you are reading">
      <p className={styles.words}>
        Drag this link to your bookmarks bar. Used on a page, it opens Tessera with the address, the title and what you
        selected, and asks before it saves.
      </p>
      <div className={styles.row}>
        <a className={styles.drag} href="/share" ref={(link) => makeBookmarklet(link, code)}>
          Save to Tessera
        </a>
        <PlainButton onClick={() => copyText(code, "Code copied. Paste it as the address of a bookmark.")}>
          Copy the code
        </PlainButton>
      </div>
      <p className={styles.words}>
        Without dragging: copy the code, bookmark any page, then edit that bookmark and paste the code as its address.
        This works on an iPhone too. On Android, install Tessera and choose it from the Share menu instead.
      </p>
      <p className={styles.words}>
        In Chrome and Edge on a computer, an installed Tessera also opens links that begin with{" "}
        <code>web+tessera:</code>, such as <code>web+tessera:https://example.com</code>.
      </p>
      <p className={styles.words}>
        Browsers do not run bookmarklets on their own pages or in PDF viewers, and some block them on pages with a
        strict security policy. Copy the address of such a page and paste it into Tessera.
      </p>
    </Section>
  );
}

function Extension() {
  const styles = useStyles();
  return (
    <Section title="With the browser extension">
      <p className={styles.words}>
        It saves the page you are reading, a link, or the text you selected as a highlight: by its button, the menu of a
        right click, or a key. What cannot be sent waits on your device.
      </p>
      <p className={styles.words}>
        Ask the administrator of this installation for <code>tessera-extension.zip</code>, which{" "}
        <code>npm run extension</code> makes. Unpack it, open <code>chrome://extensions</code>, switch on Developer
        mode, press Load unpacked and choose the folder. Then press its button and enter the address below and an{" "}
        <Link className={styles.link} to="/settings/api-tokens">
          API token
        </Link>{" "}
        that may read and add cards.
      </p>
      <div className={styles.row}>
        <code>{location.origin}</code>
        <PlainButton onClick={() => copyText(location.origin, "Address copied")}>Copy the address</PlainButton>
      </div>
    </Section>
  );
}

function Examples() {
  const styles = useStyles();
  return (
    <Section title="From scripts: the public API">
      <p className={styles.words}>
        Create a token under{" "}
        <Link className={styles.link} to="/settings/api-tokens">
          API tokens
        </Link>{" "}
        and put it in a variable: <code>export TESSERA_TOKEN=tessera_pat_…</code>. Responses are JSON. An error has its
        kind in <code>code</code> and a sentence in <code>detail</code>. Each request needs the scope named below it and
        an active plan.
      </p>
      {apiExamples.map((example) => (
        <div key={example.title} className={styles.example}>
          <div className={styles.head}>
            <h4 className={styles.title}>{example.title}</h4>
            <PlainButton
              aria-label={`Copy: ${example.title}`}
              onClick={() => copyText(curlOf(example, location.origin), "Command copied")}
            >
              Copy
            </PlainButton>
          </div>
          <pre className={styles.code}>{curlOf(example, location.origin)}</pre>
          <p className={styles.answer}>
            {example.scope}. {example.answer}
          </p>
        </div>
      ))}
    </Section>
  );
}
