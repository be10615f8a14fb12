import { makeStyles, mergeClasses } from "@tessera/fluent";
import { zIndex } from "@tessera/ui";
import { useSyncExternalStore } from "react";
import { type LoadingBarModel, loadingBar } from "./loading-bar-model.ts";

const useStyles = makeStyles({
  bar: {
    position: "fixed",
    top: 0,
    left: 0,
    right: 0,
    zIndex: zIndex.loadingBar,
    height: `${loadingBar.height}px`,
    pointerEvents: "none",
    opacity: 0,
    transformOrigin: "0 50%",
    backgroundColor: "var(--ink)",
    transition: "transform 100ms linear, opacity 200ms",
  },
  visible: { opacity: 1 },
  error: { backgroundColor: "var(--bad)" },
});

export function LoadingBar({ model }: { model: LoadingBarModel }) {
  const styles = useStyles();
  const state = useSyncExternalStore(model.store.subscribe, model.store.get);
  return (
    <div
      role="progressbar"
      aria-label="Page loading"
      aria-hidden={!state.visible}
      data-state={state.error ? "error" : "loading"}
      className={mergeClasses(styles.bar, state.visible && styles.visible, state.error && styles.error)}
      style={{ transform: `scaleX(${state.progress / 100})` }}
    />
  );
}
