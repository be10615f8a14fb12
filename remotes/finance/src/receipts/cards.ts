import { download } from "@tessera/contracts-core/client.ts";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { usePicture as usePictureOf } from "@tessera/ui/use-picture";

/** The service of the cards, which hold the files of receipts. */
export const items = itemsClient((path, init) => shell().http(path, init));

/** Fetches a file or a picture of a card with the person's access. */
const fetchFile = (url: string, signal?: AbortSignal) => download<Blob>(shell().http, url, signal);

/** @param url null: there is no picture yet */
export const usePicture = (url: string | null) =>
  usePictureOf(
    useQuery({
      queryKey: ["finance", "receipt-picture", url],
      queryFn: ({ signal }) => fetchFile(url ?? "", signal),
      enabled: url !== null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: false,
    }),
  );

/** How long an opened file's address is kept for the tab that shows it, in ms. */
const HANDOVER = 60_000;

/** Shows a file in a tab of its own. */
export async function openFile({ url, mediaType }: { url: string; mediaType: string }): Promise<void> {
  const address = URL.createObjectURL(new Blob([await fetchFile(url)], { type: mediaType }));
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), HANDOVER);
}
