import { Global, Module, type Provider } from "@nestjs/common";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { provideConfig } from "@tessera/service-kit";
import { Activity } from "./activity.ts";
import { AppStore } from "./apps/app.store.ts";
import { Audit } from "./audit.ts";
import { FILES_CONFIG, FilesConfigSchema, ReleaseFiles } from "./files/release-files.ts";
import { FlagStore } from "./flags/flag.store.ts";
import { GivenPages } from "./health/given-pages.ts";
import { ObservationStore } from "./health/observation.store.ts";
import { KnownReleases } from "./known-releases.ts";
import { LiveState } from "./live-state.ts";
import { Overrides } from "./overrides/overrides.ts";
import { PinStore } from "./pins/pin.store.ts";
import { PreviewStore } from "./previews/preview.store.ts";
import { PREVIEW_CONFIG, PreviewConfigSchema, Previews } from "./previews/previews.ts";
import { Recalls } from "./recalls.ts";
import { ReleaseStore } from "./release.store.ts";
import { RolloutStore } from "./rollouts/rollout.store.ts";
import { ProcessStore } from "./service-processes/process.store.ts";
import { StoredRegistry } from "./stored-registry.ts";
import { INSPECTORS, InspectorsSchema } from "./visitors/inspectors.ts";
import { Signer } from "./visitors/signer.ts";
import { Visitors } from "./visitors/visitors.ts";

/** What answers a gateway: what is live for a visitor, and the files of releases. It notes which pages it gave out. */
export const registryProviders: Provider[] = [
  Activity,
  AppStore,
  Audit,
  FlagStore,
  GivenPages,
  LiveState,
  ObservationStore,
  KnownReleases,
  Overrides,
  PinStore,
  PreviewStore,
  Previews,
  ProcessStore,
  Recalls,
  ReleaseFiles,
  ReleaseStore,
  RolloutStore,
  Signer,
  StoredRegistry,
  Visitors,
  provideConfig(FILES_CONFIG, FilesConfigSchema),
  provideConfig(INSPECTORS, InspectorsSchema),
  provideConfig(PREVIEW_CONFIG, PreviewConfigSchema),
  { provide: ReleaseRegistry, useExisting: StoredRegistry },
];

/** The registry alone, in a gateway's process: releases are published and rolled out elsewhere (decisions/005). */
@Global()
@Module({ providers: registryProviders, exports: [ReleaseRegistry] })
export class RegistryModule {}
