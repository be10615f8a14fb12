import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { useEffect, useState } from "react";

/** Fetches a file or a picture of a card with the person's access. */
export async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await shell().http(url, { signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer.blob();
}

/** An address of the page's own for a picture; null until it is there. It is let go of with the component. */
export function usePicture(url: string | null): { src: string | null; failed: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery({
    queryKey: ["items", "picture", url],
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
