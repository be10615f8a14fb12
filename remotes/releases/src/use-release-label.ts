import type { ReleaseSummary } from "@tessera/contracts-releases/releases.ts";
import { useMoment } from "@tessera/ui";

/** "2.0.0, published 20 Nov 2026, 14:06" for lists to choose from; with its number where versions are alike. */
export function useReleaseLabel() {
  const moment = useMoment();
  return (release: ReleaseSummary, among: readonly ReleaseSummary[]) => {
    const alike = among.some(({ id, version }) => version === release.version && id !== release.id);
    const name = alike ? `${release.version} #${release.number}` : release.version;
    return `${name}, ${release.withdrawn ? `withdrawn ${moment(release.withdrawn.at)}` : `published ${moment(release.publishedAt)}`}`;
  };
}
