import { useQuery } from "@tessera/query";
import { releasesApi, releasesKeys } from "./releases-api.ts";

/** Every app with its owner and paths. */
export const useApps = () =>
  useQuery({
    queryKey: releasesKeys.ownership,
    queryFn: async ({ signal }) => (await releasesApi.ownership({ signal })).items,
  });
