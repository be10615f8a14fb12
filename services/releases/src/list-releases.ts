import { Injectable } from "@nestjs/common";
import { noRelease } from "@tessera/contracts-releases/problems.ts";
import type { AppStatus, ReleaseSummary } from "@tessera/contracts-releases/releases.ts";
import { problem } from "@tessera/service-kit";
import { type PublishedRelease, ReleaseStore } from "./release.store.ts";

export const summary = ({
  release,
  number,
  publishedAt,
  publishedBy,
  withdrawn,
  weight,
}: PublishedRelease): ReleaseSummary => ({
  id: release.id,
  version: release.version,
  number,
  revision: release.revision,
  publishedAt,
  publishedBy,
  withdrawn,
  weight,
  bytes: release.files.reduce((sum, file) => sum + file.bytes, 0),
});

export const referenceTo = ({ release, number }: PublishedRelease) => ({
  id: release.id,
  version: release.version,
  number,
});

@Injectable()
export class ListReleases {
  constructor(private readonly store: ReleaseStore) {}

  async apps(): Promise<{ items: AppStatus[] }> {
    const items: AppStatus[] = [];
    for (const [app, id] of await this.store.stable()) {
      const found = await this.store.find(app, id);
      if (found) items.push({ name: app, title: found.release.manifest.title, stable: summary(found) });
    }
    return { items };
  }

  /** @throws ProblemException 404 `app_not_found` */
  async releases(app: string): Promise<{ items: ReleaseSummary[] }> {
    const releases = await this.store.list(app);
    if (!releases.length) throw problem(noRelease, { app });
    return { items: releases.map(summary) };
  }
}
