import { useQuery } from "@tessera/query";
import { releasesApi, releasesKeys } from "./releases-api.ts";

/** Ms for which an answer about rights counts: they change by hand, a few times a year. */
const RIGHTS_HOLD = 5 * 60_000;

/** Whether the person may act on releases; false until that is known. The service checks each request besides. */
export function useAdministrator(): boolean {
  const { data } = useQuery({
    queryKey: releasesKeys.rights,
    queryFn: ({ signal }) => releasesApi.rights({ signal }),
    staleTime: RIGHTS_HOLD,
  });
  return data?.administrator ?? false;
}
