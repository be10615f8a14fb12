import { isProblemOf } from "@tessera/contracts-core/problem-error.ts";
import { releasesClient } from "@tessera/contracts-releases/client.ts";
import type { ReleasesProblemCode } from "@tessera/contracts-releases/problems.ts";
import { shell } from "@tessera/shell-api";

/** The registry of releases, by the shell's transport. */
export const releasesApi = releasesClient((path, init) => shell().http(path, init));

/** Keys under which answers are cached. */
export const releasesKeys = {
  all: ["releases"],
  overview: ["releases", "overview"],
  ownership: ["releases", "ownership"],
  schedules: ["releases", "schedules"],
  budgets: ["releases", "budgets"],
  flags: ["releases", "flags"],
  audit: ["releases", "audit"],
} as const;

/** Whether another try may end otherwise: it does not for a person who is no administrator. */
export const mayTryAgain = (error: unknown) => !isProblemOf<ReleasesProblemCode>(error, "administrators_only");
