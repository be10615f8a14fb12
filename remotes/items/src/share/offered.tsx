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

/** What the bookmarklet wrote into the address, else null. */
export function offeredIn(search: URLSearchParams): Shared | null {
  const [title = "", text = "", url = ""] = ["title", "text", "url"].map((name) => search.get(name) ?? "");
  return [title, text, url].some((one) => one.trim()) ? { title, text, url, files: [] } : null;
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
