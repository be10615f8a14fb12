import { makeStyles, tokens } from "@tessera/fluent";
import { isRouteErrorResponse, useLocation, useNavigate } from "@tessera/router";
import { useSession } from "@tessera/shell-api";
import { PlainButton } from "@tessera/ui";
import { HOME } from "../routing/navigation-guard.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexDirection: "column",
    justifyContent: "center",
    flexGrow: 1,
    gap: "8px",
    width: "100%",
    maxWidth: "560px",
    margin: "0 auto",
    padding: "var(--page-padding, 24px)",
  },
  status: {
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
  },
  title: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-.01em" },
  description: { color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  kept: { color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px", marginTop: "16px" },
});

/** Status (500 when the error has none) and message of anything that was thrown; specification §2, §8. */
export function describeError(error: unknown, path: string): { status: number; message: string } {
  if (isRouteErrorResponse(error)) {
    const said = typeof error.data === "string" && error.data ? error.data : error.statusText;
    return {
      status: error.status,
      message: error.status === 404 && !said ? `Page Not Found: ${path}` : said || "The page answered with an error.",
    };
  }
  if (error instanceof Error) {
    const { status } = error as { status?: unknown };
    return { status: typeof status === "number" ? status : 500, message: error.message };
  }
  return { status: 500, message: String(error) };
}

/**
 * The error page: the not-found view for 404, else the title "Internal Server Error"; the error's message is its
 * description.
 */
export function ErrorPage({ error, onBack, onRetry }: { error: unknown; onBack?: () => void; onRetry?: () => void }) {
  const { pathname, search } = useLocation();
  const { status, message } = describeError(error, pathname + search);
  if (status === 404) return <NotFoundView message={message} />;
  return <FailureView status={status} message={message} onBack={onBack} onRetry={onRetry} />;
}

export function NotFoundView({ message }: { message: string }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { user } = useSession();
  return (
    <div className={styles.root} role="alert" data-view="not-found">
      <p className={styles.status}>404</p>
      <h1 className={styles.title}>Page Not Found</h1>
      <p className={styles.description}>{message}</p>
      <div className={styles.actions}>
        <PlainButton appearance="primary" onClick={() => navigate(user ? HOME : "/")}>
          {user ? "Open the queue" : "Go to the front page"}
        </PlainButton>
        <PlainButton onClick={() => navigate(-1)}>Go back</PlainButton>
      </div>
    </div>
  );
}

function FailureView({
  status,
  message,
  onBack,
  onRetry,
}: {
  status: number;
  message: string;
  onBack?: () => void;
  onRetry?: () => void;
}) {
  const styles = useStyles();
  return (
    <div className={styles.root} role="alert" data-view="error">
      <p className={styles.status}>{status}</p>
      <h1 className={styles.title}>Internal Server Error</h1>
      <p className={styles.description}>{message}</p>
      <p className={styles.kept}>What you saved is safe, and drafts are kept in this browser.</p>
      <div className={styles.actions}>
        <PlainButton appearance="primary" onClick={() => location.reload()}>
          Reload the page
        </PlainButton>
        {onRetry && <PlainButton onClick={onRetry}>Try again</PlainButton>}
        {onBack && <PlainButton onClick={onBack}>Back to the page</PlainButton>}
      </div>
    </div>
  );
}
