import { CheckmarkCircle16Filled } from "@fluentui/react-icons/svg/checkmark-circle";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { ErrorCircle16Filled } from "@fluentui/react-icons/svg/error-circle";
import { Info16Regular } from "@fluentui/react-icons/svg/info";
import { Warning16Filled } from "@fluentui/react-icons/svg/warning";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { PlainButton, PlainIconButton, touch } from "@tessera/ui";
import { useSyncExternalStore } from "react";
import type { Services } from "../services.ts";
import type { Notice, Notices } from "./notices.ts";
import { useTap } from "./use-tap.ts";

const useStyles = makeStyles({
  root: {
    position: "fixed",
    left: "50%",
    // Above the bar of actions at the foot of a pane, and above the areas of a phone.
    bottom: "76px",
    zIndex: 2500,
    display: "flex",
    flexDirection: "column",
    gap: "8px",
    width: "max-content",
    maxWidth: "calc(100vw - 32px)",
    transform: "translateX(-50%)",
    pointerEvents: "none",
    "@media print": { display: "none" },
  },
  // The buttons of a dialog are at its foot.
  aboveDialog: { bottom: "auto", top: "8px" },
  notice: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    minHeight: "40px",
    padding: "4px 4px 4px 12px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
    pointerEvents: "auto",
    animationName: { from: { opacity: 0, transform: "translateY(8px)" } },
    animationDuration: "160ms",
  },
  button: { [touch]: { minHeight: "44px", padding: "3px 16px", fontSize: "14px" } },
  message: { flexGrow: 1, padding: "4px 8px 4px 0" },
  ok: { color: "var(--ok)", display: "flex" },
  warn: { color: "var(--warn)", display: "flex" },
  bad: { color: "var(--bad)", display: "flex" },
  run: { color: "var(--run)", display: "flex" },
});

const look = {
  info: ["run", <Info16Regular key="i" />],
  success: ["ok", <CheckmarkCircle16Filled key="i" />],
  warning: ["warn", <Warning16Filled key="i" />],
  error: ["bad", <ErrorCircle16Filled key="i" />],
} as const;

/** Recent notices, announced politely, each with its action, such as Undo. */
export function NoticeList({ notices, dialogs }: Pick<Services, "notices" | "dialogs">) {
  const styles = useStyles();
  const covered = useSyncExternalStore(dialogs.store.subscribe, dialogs.store.get).length > 0;
  const shown = useSyncExternalStore(notices.store.subscribe, notices.store.get);
  return (
    <section
      className={mergeClasses(styles.root, covered && styles.aboveDialog)}
      aria-live="polite"
      aria-label="Notifications"
    >
      {shown.map((notice) => (
        <Row key={notice.id} notice={notice} notices={notices} />
      ))}
    </section>
  );
}

function Row({ notice, notices }: { notice: Notice; notices: Notices }) {
  const styles = useStyles();
  const [colour, icon] = look[notice.intent ?? "info"];
  const dismiss = () => notices.dismiss(notice.id);
  const hold = () => notices.hold(notice.id);
  const release = () => notices.release(notice.id);
  const act = async () => {
    dismiss();
    try {
      await notice.action?.run();
    } catch (error) {
      notices.show({
        intent: "error",
        message: `${notice.action?.label} did not work: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  };
  const tapAct = useTap(() => void act());
  const tapDismiss = useTap(dismiss);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing but notice that a person is at it
    <div
      className={styles.notice}
      role={notice.intent === "error" ? "alert" : undefined}
      onPointerEnter={hold}
      onPointerDown={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <span className={styles[colour]}>{icon}</span>
      <span className={styles.message}>{notice.message}</span>
      {notice.action && (
        <PlainButton size="small" className={styles.button} {...tapAct}>
          {notice.action.label}
        </PlainButton>
      )}
      <PlainIconButton size="small" icon={<Dismiss16Regular />} label="Dismiss" {...tapDismiss} />
    </div>
  );
}
