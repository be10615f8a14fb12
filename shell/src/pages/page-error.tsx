import { reloadForChunkError } from "@tessera/federation/runtime/chunk-reload.ts";
import { RemoteLoadError } from "@tessera/federation/runtime/load-error.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useLocation, useNavigate, useRouteError } from "@tessera/router";
import { Pill } from "@tessera/ui";
import { useEffect, useState } from "react";
import { useServices } from "../services.ts";
import { ErrorPage, NotFoundView } from "./error-page.tsx";

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
  return <NotFoundView message={`Page not found: ${pathname}`} />;
}

/** What a page's outlet shows when the page failed; the rest of the product goes on. */
export function PageError() {
  const error = useRouteError();
  // Code that is gone since a release: reloading the page fetches what is there now (once, not in a circle).
  const [reloading, setReloading] = useState(false);
  useEffect(() => setReloading(!(error instanceof RemoteLoadError) && reloadForChunkError(error)), [error]);
  if (reloading) return null;
  return error instanceof RemoteLoadError ? <RemoteFailure error={error} /> : <ErrorPage error={error} />;
}

/** One part of the product could not be fetched, neither its release nor the stable one. */
function RemoteFailure({ error }: { error: RemoteLoadError }) {
  const styles = useStyles();
  const { composition } = useServices();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const title = composition.remotes.find((remote) => remote.name === error.remote)?.title ?? error.remote;
  return (
    <div className={styles.root} role="alert">
      <Pill status="bad">{title} could not be loaded</Pill>
      <p className={styles.text}>
        {error.failure === "network"
          ? "The connection may be down, or the server is being replaced."
          : "This version of it does not start."}{" "}
        The rest of Tessera works, and nothing you saved is lost.
      </p>
      <Button appearance="primary" onClick={() => navigate(pathname + search + hash, { replace: true })}>
        Try again
      </Button>
    </div>
  );
}
