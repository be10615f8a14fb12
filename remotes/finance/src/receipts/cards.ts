import { itemsClient } from "@tessera/contracts-items/client.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { useEffect, useState } from "react";

/** The service of the cards, which hold the files of receipts. */
export const items = itemsClient((path, init) => shell().http(path, init));

/** Fetches a file or a picture of a card with the person's access. */
async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await shell().http(url, { signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer.blob();
}

/** An address of the page's own for a picture; null until it is there. It is let go of with the component. */
export function usePicture(url: string | null): { src: string | null; failed: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery({
    queryKey: ["finance", "receipt-picture", url],
    queryFn: ({ signal }) => fetchFile(url ?? "", signal),
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return setSrc(null);
    const address = URL.createObjectURL(data);
    setSrc(address);
    return () => URL.revokeObjectURL(address);
  }, [data]);
  return { src, failed: isError, retry: () => void refetch() };
}

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
