import { pictureUrl } from "@tessera/contracts-items/client.ts";
import { makeStyles } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import type { ReactNode } from "react";

const useStyles = makeStyles({ icon: { marginRight: "4px", borderRadius: "3px", verticalAlign: "-2px" } });

/** The icon of a card's site, fetched with the person's access once; until then, and without it, `children`. */
export function SiteIcon({ id, icon, children }: { id: string; icon: string; children: ReactNode }) {
  const styles = useStyles();
  const { data } = useQuery({
    queryKey: ["items", "icon", icon],
    queryFn: ({ signal }) => fetchIcon(pictureUrl(id, icon), signal),
    // Another icon has another id.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ? <img src={data} width={14} height={14} alt="" className={styles.icon} /> : children;
}

/** As a data: address, which needs no letting go of. */
async function fetchIcon(url: string, signal: AbortSignal): Promise<string> {
  const answer = await shell().http(url, { signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  const bytes = Array.from(new Uint8Array(await answer.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return `data:${answer.headers.get("content-type")};base64,${btoa(bytes.join(""))}`;
}
