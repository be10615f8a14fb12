import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { Outlet } from "./outlets.ts";
import type { InspectedApp } from "./read-page.ts";

/** Height of a label, px: those of outlets within outlets stand below each other. */
const LABEL = 20;

const useStyles = makeStyles({
  // Above the page, below what lies over it.
  outline: {
    position: "fixed",
    zIndex: 1890,
    boxSizing: "border-box",
    border: `2px dashed ${tokens.colorBrandStroke1}`,
    borderRadius: "4px",
    pointerEvents: "none",
  },
  chosen: {
    borderTopStyle: "solid",
    borderRightStyle: "solid",
    borderBottomStyle: "solid",
    borderLeftStyle: "solid",
    backgroundColor: `color-mix(in srgb, ${tokens.colorBrandBackground} 12%, transparent)`,
  },
  label: {
    position: "absolute",
    left: 0,
    maxWidth: "100%",
    boxSizing: "border-box",
    height: `${LABEL}px`,
    padding: "0 6px",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontSize: "12px",
    lineHeight: `${LABEL}px`,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
  },
});

/** Where each app drew, with its name, release and why it is that one. The panel says the same in words. */
export function Outlines(props: { outlets: readonly Outlet[]; apps: readonly InspectedApp[]; chosen: string | null }) {
  const styles = useStyles();
  const known = new Map(props.apps.map((app) => [app.name, app]));
  return (
    <div aria-hidden="true">
      {props.outlets.map(({ app: name, depth, ...box }, index) => {
        const app = known.get(name);
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: an app may have several outlets, told apart by their order
            key={`${name} ${index}`}
            className={mergeClasses(styles.outline, name === props.chosen && styles.chosen)}
            style={box}
            data-outline={name}
          >
            <span className={styles.label} style={{ top: depth * LABEL }}>
              {app ? `${app.title} ${app.release.version}, ${app.gaveWay ? "stable" : app.source}` : name}
            </span>
          </div>
        );
      })}
    </div>
  );
}
