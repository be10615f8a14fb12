import { sampleAreaClient } from "@tessera/contracts-sample-area/client.ts";
import { shell } from "@tessera/shell-api";

/** The service of this area, reached with the shell's transport. */
export const sampleArea = sampleAreaClient((path, init) => shell().http(path, init));

/** Keys of the query cache. */
export const keys = {
  records: ["sample-area", "records"] as const,
  list: ["sample-area", "records", "list"] as const,
  counts: ["sample-area", "records", "counts"] as const,
};
