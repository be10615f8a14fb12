import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useMemo } from "react";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { candidateRow, idsOf, linkedRow, type Row, refusedRow, type ViewId } from "./transfer-rows.ts";

const read: Record<ViewId, (signal: AbortSignal) => Promise<Row[]>> = {
  candidate: async (signal) => (await finance.transferCandidates(signal)).items.map(candidateRow),
  linked: async (signal) => (await finance.transfers(signal)).items.map(linkedRow),
  refused: async (signal) => (await finance.transferRefusals(signal)).items.map(refusedRow),
};

/** The pairs of one view; all of them are read again after each act. */
export const useTransfers = (view: ViewId) =>
  useQuery({ queryKey: keys.transfers(view), queryFn: ({ signal }) => read[view](signal) });

/** What is done to pairs; each can be undone, a failure says why. */
export function useTransferChanges() {
  const { finished, undoLast, refresh } = useActs();
  return useMemo(() => {
    const act = async (words: string, call: () => Promise<{ act: string }>): Promise<void> => {
      try {
        const { act: done } = await call();
        await finished(done, words);
      } catch (error) {
        shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
        await refresh();
      }
    };
    const sides = ({ pair }: Row) => {
      const { alsoIds, ...ids } = idsOf(pair);
      return alsoIds.length ? { ...ids, alsoIds } : ids;
    };
    const key = () => crypto.randomUUID();
    return {
      undoLast,
      /** Accepts what waits; offers again what was refused. */
      accept: (row: Row) =>
        row.kind === "refused"
          ? act("Offered again", () => finance.deleteTransferRefusal(row.id))
          : act("Linked as transfer", () => finance.linkTransfer(sides(row), key())),
      /** Refuses what waits; unlinks what is linked. */
      decline: (row: Row) =>
        row.kind === "linked"
          ? act("Transfer unlinked", () => finance.unlinkTransfer(row.id))
          : act("Not a transfer", () => finance.refuseTransfer(sides(row), key())),
      match: async () => {
        try {
          const { act: done, linked, unclear } = await finance.matchTransfers(key());
          const pairs = `${linked.toLocaleString()} ${linked === 1 ? "transfer" : "transfers"} linked`;
          if (linked) await finished(done, `${pairs}, ${unclear.toLocaleString()} unclear`);
          else shell().notifications.show({ message: "No other transfers are certain enough to link." });
        } catch (error) {
          shell().notifications.show({ message: failureWords("Nothing was linked.", error), intent: "error" });
        }
      },
    };
  }, [finished, refresh, undoLast]);
}
