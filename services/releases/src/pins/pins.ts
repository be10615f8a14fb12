import { Injectable } from "@nestjs/common";
import { pinNotFound } from "@tessera/contracts-releases/problems.ts";
import type { NewPin } from "@tessera/contracts-releases/releases.ts";
import { problem } from "@tessera/service-kit";
import { type Actor, Audit } from "../audit.ts";
import { KnownReleases } from "../known-releases.ts";
import { LiveState } from "../live-state.ts";
import { type PinRow, PinStore } from "./pin.store.ts";

/** Gives somebody a release of an app, and takes it back. */
@Injectable()
export class Pins {
  constructor(
    private readonly store: PinStore,
    private readonly known: KnownReleases,
    private readonly live: LiveState,
    private readonly audit: Audit,
  ) {}

  /** @throws ProblemException 404 `release_not_found`, 422 `requirements_unmet` */
  add(app: string, { release: name, who }: NewPin, by: Actor): Promise<PinRow> {
    return this.live.change(async (live) => {
      const { release } = await this.known.named(app, name);
      await this.known.requireCompatible(live, [release], "Nothing was pinned");
      const id = await this.store.put(app, release.id, who, by.name);
      await this.audit.write({ app, actor: by, action: "pinned", release: release.id, detail: who });
      return (await this.store.all()).find((pin) => pin.id === id)!;
    });
  }

  /** @throws ProblemException 404 `pin_not_found` */
  remove(app: string, id: string, by: Actor): Promise<void> {
    return this.live.change(async ({ pins }) => {
      const pin = pins.find((candidate) => candidate.id === id && candidate.app === app);
      if (!pin) throw problem(pinNotFound);
      await this.store.remove(id);
      await this.audit.write({ app, actor: by, action: "unpinned", release: pin.release, detail: pin.who });
    });
  }
}
