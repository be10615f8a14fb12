import { RECEIPT_STEP, RECEIPT_TYPE } from "@tessera/contracts-finance/receipt-card.ts";
import type { Receipt, ReceiptPatch } from "@tessera/contracts-finance/receipts.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useMemo } from "react";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { items } from "./cards.ts";

/** What is done to receipts; each can be undone, a failure says why. */
export function useReceiptActs() {
  const client = useQueryClient();
  const { finished, undoLast, refresh } = useActs();
  return useMemo(() => {
    const failed = (error: unknown) =>
      shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
    const act = async (words: string, call: () => Promise<{ act: string }>): Promise<void> => {
      try {
        await finished((await call()).act, words);
      } catch (error) {
        failed(error);
        await refresh();
      }
    };
    const key = () => crypto.randomUUID();
    return {
      undoLast,
      correct: ({ id, version }: Receipt, patch: ReceiptPatch) =>
        act("Receipt corrected", () => finance.changeReceipt(id, version, patch)),
      link: (id: string, transactionId: string) =>
        act("Receipt linked", () => finance.linkReceipt(id, { transactionId })),
      detach: (id: string) => act("Receipt detached", () => finance.unlinkReceipt(id)),
      /** The card of the mail stays. */
      dismiss: (id: string) => act("The mail is no receipt", () => finance.dismissReceipt(id)),
      refuse: (id: string, transactionId: string) =>
        act("Not this transaction", () => finance.refuseReceipt(id, { transactionId }, key())),
      linkBest: async (id: string) => {
        const [best] = (await finance.receiptCandidates(id).catch(() => ({ items: [] }))).items;
        if (best) await act("Receipt linked", () => finance.linkReceipt(id, { transactionId: best.transaction.id }));
        else shell().notifications.show({ message: "No transaction fits this receipt yet." });
      },
      declineBest: async ({ id, transaction }: Receipt) => {
        if (transaction) return act("Receipt detached", () => finance.unlinkReceipt(id));
        const [best] = (await finance.receiptCandidates(id).catch(() => ({ items: [] }))).items;
        if (best)
          await act("Not this transaction", () =>
            finance.refuseReceipt(id, { transactionId: best.transaction.id }, key()),
          );
      },
      match: async () => {
        try {
          const { act: done, linked, unclear } = await finance.matchReceipts(key());
          const receipts = `${linked.toLocaleString()} ${linked === 1 ? "receipt" : "receipts"} linked`;
          if (linked) await finished(done, `${receipts}, ${unclear.toLocaleString()} unclear`);
          else shell().notifications.show({ message: "No other receipts are certain enough to link." });
        } catch (error) {
          failed(error);
        }
      },
      /** What a person set stays. */
      readAgain: async (id: string) => {
        try {
          const { data } = await items.get(id);
          const words = String(data.mediaType).startsWith("image/") ? "words" : "text";
          // Without words of the file there is nothing to read.
          await items.reprocess(id, data.text ? RECEIPT_STEP : words);
          shell().notifications.show({ message: "The receipt is read again. What you set stays." });
          await refresh();
        } catch (error) {
          failed(error);
        }
      },
      /** Its card is an image or a file again. */
      isNone: async (id: string) => {
        try {
          const card = await items.get(id);
          const type = String(card.data.mediaType).startsWith("image/") ? "image" : "file";
          const after = await items.update(id, card.version, { type });
          await refresh();
          shell().notifications.show({
            message: "It is no receipt any more. Its card keeps the file.",
            action: {
              label: "Undo",
              run: () =>
                items
                  .update(id, after.version, { type: RECEIPT_TYPE })
                  .then(() => client.invalidateQueries({ queryKey: keys.all }), failed),
            },
          });
        } catch (error) {
          failed(error);
        }
      },
    };
  }, [client, finished, refresh, undoLast]);
}
