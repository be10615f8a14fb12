import { RECEIPT_MEDIA_TYPES, RECEIPT_TYPE } from "@tessera/contracts-finance/receipt-card.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useCallback, useState } from "react";
import { keys } from "../api.ts";
import { items } from "./cards.ts";

export const ACCEPTED = RECEIPT_MEDIA_TYPES.join(",");

/** Sends files one after the other; one that is refused keeps none of the others back. */
export function useReceiptUpload() {
  const client = useQueryClient();
  const [sending, setSending] = useState<{ name: string; left: number } | null>(null);
  const [failures, setFailures] = useState<string[]>([]);
  const send = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0) return;
      setFailures([]);
      let kept = 0;
      for (const [at, file] of files.entries()) {
        setSending({ name: file.name, left: files.length - at - 1 });
        try {
          await sendOne(file);
          kept += 1;
        } catch (error) {
          setFailures((before) => [...before, failureWords(`${file.name} was not kept.`, error)]);
        }
        await client.invalidateQueries({ queryKey: keys.receiptCards });
      }
      setSending(null);
      if (kept > 0)
        shell().notifications.show({
          message: kept === 1 ? "The receipt is being read" : `${kept} receipts are being read`,
          intent: "success",
        });
    },
    [client],
  );
  return { sending, failures, send };
}

/** What was there already, as an image or a file, becomes a receipt too. */
async function sendOne(file: File): Promise<void> {
  const form = new FormData();
  form.set("files", file, file.name);
  const card = await items.upload(form, crypto.randomUUID(), { type: RECEIPT_TYPE });
  if (card.type !== RECEIPT_TYPE) await items.update(card.id, card.version, { type: RECEIPT_TYPE });
}
