import { useQueryClient } from "@tessera/query";
import { Navigate, useNavigate, useSearchParams } from "@tessera/router";
import { useKeys, usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, PageHead, Pane, RowSkeleton } from "@tessera/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import { openCapture } from "../capture/open-capture.ts";
import { cardIn, Offered, offeredIn } from "./offered.tsx";
import { followOpened, keepOpened, readShared } from "./shared.ts";
import { takeShare } from "./take-share.ts";

/**
 * `/share`: takes what another app shared, or what the bookmarklet offers once the person agrees; goes to the card. A
 * link to a card goes there.
 */
export function SharePage() {
  const [search] = useSearchParams();
  const card = cardIn(search);
  return card ? <Navigate to={card} replace /> : <TakenShare search={search} />;
}

function TakenShare({ search }: { search: URLSearchParams }) {
  const keyOf = useKeys();
  const client = useQueryClient();
  const navigate = useNavigate();
  const offered = offeredIn(search);
  const [offerId] = useState(() => crypto.randomUUID());
  const id = offered ? offerId : search.get("id");
  const [state, setState] = useState<"offered" | "busy" | "nothing" | Error>(
    offered ? "offered" : id === null ? "nothing" : "busy",
  );
  const isOffered = offered !== null;
  const begun = useRef<string | null>(null);
  usePlace([{ label: "Items", path: "/items/inbox" }, { label: "Share" }], "/items/inbox");
  const take = useCallback(async () => {
    setState("busy");
    try {
      const shared = offeredIn(search) ?? (id === null ? null : await readShared(id));
      if (!id || !shared) return setState("nothing");
      void navigate(await takeShare(client, id, shared), { replace: true });
    } catch (error) {
      setState(error as Error);
    }
  }, [client, id, navigate, search]);
  useEffect(() => {
    const open = async (files: File[]) =>
      void navigate(`/share?id=${await keepOpened(files).catch(() => "")}`, { replace: true });
    followOpened((files) => void open(files));
  }, [navigate]);
  useEffect(() => {
    // Drawn twice, it is taken once.
    if (isOffered || begun.current === id) return;
    begun.current = id;
    void take();
  }, [id, isOffered, take]);
  return (
    <Pane kind="detail" label="Share">
      <PageHead title="Share" />
      {offered && state === "offered" ? (
        <Offered shared={offered} save={() => void take()} />
      ) : state === "busy" ? (
        <RowSkeleton rows={3} />
      ) : state === "nothing" ? (
        <EmptyState
          sentence="Nothing to save. What you share from another app becomes a card right away."
          action={{ label: "Capture something", onClick: () => void openCapture() }}
          shortcut={keyOf("items.capture")}
        />
      ) : (
        <ErrorState
          error={state}
          title={offered ? "This is not saved yet" : "What was shared is not saved yet; it is kept on this device"}
          onRetry={() => void take()}
        />
      )}
    </Pane>
  );
}
