import { useEffect, useState } from "react";

/** What a query says of a picture's bytes. */
interface Fetched {
  data: Blob | undefined;
  isError: boolean;
  refetch: () => unknown;
}

/** An address of the page's own for a picture; null until it is there. It is let go of with the component. */
export function usePicture({ data, isError, refetch }: Fetched) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return setSrc(null);
    const address = URL.createObjectURL(data);
    setSrc(address);
    return () => URL.revokeObjectURL(address);
  }, [data]);
  return { src, failed: isError, retry: () => void refetch() };
}
