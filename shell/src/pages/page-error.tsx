import { switchedOffAt } from "@tessera/federation/route-rules.ts";
import { reloadForChunkError } from "@tessera/federation/runtime/chunk-reload.ts";
import { isChunkError, RemoteLoadError } from "@tessera/federation/runtime/load-error.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useLocation, useNavigate, useRouteError } from "@tessera/router";
import { Pill, PlainButton } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { PageSkeleton } from "../layout/page-skeleton.tsx";
import { useServices } from "../services.ts";
import { ErrorPage, NotFoundView } from "./error-page.tsx";
import { SwitchedOffPage } from "./switched-off.tsx";
import { isReleaseFault, useReported } from "./use-reported.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    flexGrow: 1,
    gap: "12px",
    padding: "24px",
    textAlign: "center",
  },
  text: { maxWidth: "400px", color: tokens.colorNeutralForeground2 },
});

/** No page is at this address. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  const off = switchedOffAt(useServices().composition, pathname);
  if (off) return <SwitchedOffPage title={off.title} reason={off.reason} />;
  return <NotFoundView message={`Page not found: ${pathname}`} />;
}

/** What a shell page's outlet shows when the page failed; the rest of the product continues. */
export function PageError() {
  const error = useRouteError();
  useReported(error);
  // Code that a release removed: reloading the page fetches the current code (once, never in a loop).
  const [reloading, setReloading] = useState(false);
  useEffect(() => setReloading(reloadForChunkError(error)), [error]);
  return reloading ? null : <ErrorPage error={error} />;
}

/** What a remote's outlet shows when the remote failed: its stable release once loaded, else a retry. */
export function RemoteError({ remote }: { remote: string }) {
  const error = useRouteError();
  const { recover, failures } = useServices();
  const again = useAgain();
  const visit = useRef(again);
  visit.current = again;
  const [hopeless, setHopeless] = useState<unknown>(null);
  const lost = error instanceof RemoteLoadError || !isReleaseFault(error) || hopeless === error;
  useEffect(() => {
    if (lost) return;
    let left = false;
    void recover(remote, error).then((replaced) => {
      if (left) return;
      if (!replaced) setHopeless(error);
      // React Router keeps the error of a page that threw while it was drawn until it sees another location.
      else visit.current();
    });
    return () => {
      left = true;
    };
  }, [lost, error, remote, recover]);
  if (!lost) return <PageSkeleton />;
  if (error instanceof RemoteLoadError || isChunkError(error)) return <RemoteFailure remote={remote} error={error} />;
  const retry = () => {
    failures.remove(remote);
    again();
  };
  return <ErrorPage error={error} onRetry={retry} />;
}

/** Navigates to the page's address again, without a reload. */
function useAgain(): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () => void navigate(pathname + search + hash, { replace: true, preventScrollReset: true });
}

function whyNot(error: unknown): string {
  if (isChunkError(error)) return "The connection may be down, or the server is being replaced.";
  return "This version does not start.";
}

/** One part of the product could not be fetched, neither its release nor the stable one. */
function RemoteFailure({ remote, error }: { remote: string; error: unknown }) {
  const styles = useStyles();
  const { composition } = useServices();
  const again = useAgain();
  const title = composition.remotes.find(({ name }) => name === remote)?.title ?? remote;
  return (
    <div className={styles.root} role="alert">
      <Pill status="bad">{title} could not be loaded</Pill>
      <p className={styles.text}>{whyNot(error)} The rest of Tessera works, and nothing you saved is lost.</p>
      <PlainButton appearance="primary" onClick={again}>
        Try again
      </PlainButton>
    </div>
  );
}
