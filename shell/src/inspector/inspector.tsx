import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Link, useLocation } from "@tessera/router";
import { IconButton, PlainButton } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { useServices } from "../services.ts";
import { useOutlets } from "./outlets.ts";
import { Outlines } from "./outlines.tsx";
import { type InspectedApp, readPage, reasonOf } from "./read-page.ts";

const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  panel: {
    position: "fixed",
    zIndex: 1900,
    right: "8px",
    top: "56px",
    bottom: "8px",
    display: "flex",
    flexDirection: "column",
    boxSizing: "border-box",
    width: "360px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "10px",
    overflow: "hidden",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow28,
    outlineStyle: "none",
    [phone]: {
      left: 0,
      right: 0,
      bottom: 0,
      top: "auto",
      width: "auto",
      height: "50dvh",
      borderRadius: "10px 10px 0 0",
    },
  },
  head: {
    display: "flex",
    flexShrink: 0,
    alignItems: "center",
    justifyContent: "space-between",
    height: "48px",
    padding: "0 8px 0 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: { fontSize: "16px", lineHeight: "24px", fontWeight: 600 },
  body: { flexGrow: 1, minHeight: 0, overflowY: "auto", padding: "8px 16px 16px" },
  list: { margin: 0, padding: 0, listStyleType: "none" },
  app: { padding: "12px 0", borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  line: { display: "flex", alignItems: "center", gap: "8px", minHeight: "28px" },
  name: { flexGrow: 1, minWidth: 0, fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  quiet: { color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  id: { fontSize: "12px", fontFamily: tokens.fontFamilyMonospace },
  link: { color: "inherit" },
});

/** Which app drew what on the page, which release it is and why, when it was there and what it weighs. */
export function Inspector({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const { composition, config, releaseOf, dialogs, overlay } = useServices();
  const { pathname } = useLocation();
  const outlets = useOutlets();
  const [chosen, setChosen] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const [before] = useState(() => document.activeElement);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [before]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog or the palette, which lies above, has its own.
      if (event.key !== "Escape" || dialogs.store.get().length > 0 || overlay.get() !== null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close.current();
    };
    addEventListener("keydown", onKeyDown, true);
    return () => removeEventListener("keydown", onKeyDown, true);
  }, [dialogs, overlay]);
  const drawing = new Set([composition.shell.name, ...outlets.map(({ app }) => app)]);
  const apps = readPage(composition, config, releaseOf);
  const ordered = [...apps.filter(({ name }) => drawing.has(name)), ...apps.filter(({ name }) => !drawing.has(name))];
  return (
    <>
      <Outlines outlets={outlets} apps={apps} chosen={chosen} />
      <aside ref={panel} tabIndex={-1} aria-label="Page inspector" className={styles.panel}>
        <div className={styles.head}>
          <h2 className={styles.title}>Page inspector</h2>
          <IconButton icon={<Dismiss20Regular />} label="Close the inspector" shortcut="Esc" onClick={onClose} />
        </div>
        <div className={styles.body}>
          <p className={styles.quiet}>
            {pathname} is of build <span className={styles.id}>{composition.buildId}</span>.{" "}
            <Link to="/settings/releases" className={styles.link}>
              All releases
            </Link>
          </p>
          <ul className={styles.list}>
            {ordered.map((app) => (
              <AppLines
                key={app.name}
                app={app}
                places={outlets.filter((outlet) => outlet.app === app.name).length}
                isShell={app.name === composition.shell.name}
                isChosen={app.name === chosen}
                onChoose={() => setChosen(app.name === chosen ? null : app.name)}
              />
            ))}
          </ul>
        </div>
      </aside>
    </>
  );
}

function AppLines(props: {
  app: InspectedApp;
  places: number;
  isShell: boolean;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const styles = useStyles();
  const { app, places } = props;
  return (
    <li className={styles.app}>
      <div className={styles.line}>
        <h3 className={styles.name}>{app.title}</h3>
        {places > 0 && (
          <PlainButton
            size="small"
            aria-pressed={props.isChosen}
            aria-label={`Mark what ${app.title} drew`}
            onClick={props.onChoose}
          >
            Mark
          </PlainButton>
        )}
      </div>
      <div className={mergeClasses(styles.quiet, styles.id)}>
        {app.name} {app.release.id}
      </div>
      <div className={styles.quiet}>{reasonOf(app)}</div>
      <div className={styles.quiet}>{props.isShell ? "Draws the frame and its own pages." : drewIn(places)}</div>
      <div className={styles.quiet}>{costOf(app)}</div>
    </li>
  );
}

function drewIn(places: number): string {
  if (places === 0) return "Draws nothing that is seen now.";
  return places === 1 ? "Draws one place of the page." : `Draws ${places} places of the page.`;
}

const KIB = 1024;

function costOf({ readyAt, drawnAt, files, bytes, source }: InspectedApp): string {
  const at = (ms: number) => `${Math.round(ms).toLocaleString()} ms`;
  const times = [
    readyAt !== null && `Code there after ${at(readyAt)}`,
    drawnAt !== null && `${readyAt === null ? "Drawn" : "drawn"} after ${at(drawnAt)}`,
  ].filter(Boolean);
  if (files === 0) return [...times, "No files fetched"].join(", ").concat(".");
  const count = files === 1 ? "1 file" : `${files} files`;
  // A server on another origin does not let the page see what its files weigh.
  const weight = source === "override" && bytes === 0 ? count : `${(bytes / KIB).toFixed(1)} KiB in ${count}`;
  return `${[...times, weight].join(", ")}.`;
}
