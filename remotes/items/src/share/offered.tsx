import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import type { Shared } from "./shared.ts";

const useStyles = makeStyles({
  content: { display: "grid", gap: "8px", maxWidth: "640px", padding: "16px", overflowWrap: "anywhere" },
  title: { margin: 0, fontSize: "16px", lineHeight: "22px", fontWeight: 600 },
  address: { margin: 0, color: tokens.colorNeutralForeground2 },
  text: {
    margin: 0,
    paddingLeft: "12px",
    borderLeft: `2px solid ${tokens.colorNeutralStroke1}`,
    whiteSpace: "pre-wrap",
  },
  buttons: {
    display: "flex",
    gap: "8px",
    marginTop: "8px",
    "@media (max-width: 959.98px)": { "& > button": { minHeight: "44px" } },
  },
});

/** Links that the installed app opens (`protocol_handlers` of its manifest). */
const LINK = /^web\+tessera:(?:\/\/)?/i;

const linkedIn = (search: URLSearchParams) => (search.get("link") ?? "").replace(LINK, "");
/** The address of a card. */
const CARD = /^\/items\/[a-z-]+\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The path of the card that a link of the installed app leads to, where it is one of this product; else null. */
export function cardIn(search: URLSearchParams): string | null {
  const linked = linkedIn(search);
  const url = URL.canParse(linked, location.origin) ? new URL(linked, location.origin) : null;
  return url?.origin === location.origin && CARD.test(url.pathname) ? url.pathname : null;
}

/** What the bookmarklet or a link of the installed app wrote into the address, else null. */
export function offeredIn(search: URLSearchParams): Shared | null {
  const linked = linkedIn(search);
  const isAddress = /^https?:\/\//i.test(linked) && URL.canParse(linked);
  const title = search.get("title") ?? "";
  const text = search.get("text") ?? (isAddress ? "" : decoded(linked));
  const url = search.get("url") ?? (isAddress ? linked : "");
  return [title, text, url].some((one) => one.trim()) ? { title, text, url, files: [] } : null;
}

/** A link has words as in an address: "web+tessera:Call%20the%20dentist". */
function decoded(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

/** What would be saved. Any site can lead here: nothing is stored before the person says so. */
export function Offered({ shared, save }: { shared: Shared; save(): void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { title, url, text } = shared;
  return (
    <div className={styles.content}>
      {title && <h2 className={styles.title}>{title}</h2>}
      {url && <p className={styles.address}>{url}</p>}
      {text && <blockquote className={styles.text}>{text}</blockquote>}
      <div className={styles.buttons}>
        <Button autoFocus appearance="primary" onClick={save}>
          Save to Tessera
        </Button>
        <Button onClick={() => void navigate("/items/inbox")}>Do not save</Button>
      </div>
    </div>
  );
}
