import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";

/** TTL in ms of an answer about rights: they change by hand, a few times a year. */
export const RIGHTS_TTL_MS = 5 * 60_000;

const releases = releasesClient((path, init) => shell().http(path, init));

/** Whether the person is an administrator; false until that is known. The services check each request besides. */
export function useAdministrator(): boolean {
  const { data } = useQuery({
    queryKey: ["settings", "rights"],
    queryFn: ({ signal }) => releases.rights({ signal }),
    staleTime: RIGHTS_TTL_MS,
  });
  return data?.administrator ?? false;
}
