import { download } from "@tessera/contracts-core/client.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { usePicture as usePictureOf } from "@tessera/ui/use-picture";

/** Fetches a file or a picture of a card with the person's access. */
export const fetchFile = (url: string, signal?: AbortSignal) => download<Blob>(shell().http, url, signal);

/** @param url null: there is no picture yet */
export const usePicture = (url: string | null) =>
  usePictureOf(
    useQuery({
      queryKey: ["items", "picture", url],
      queryFn: ({ signal }) => fetchFile(url ?? "", signal),
      enabled: url !== null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: false,
    }),
  );
