import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { providers as entitlement } from "@tessera/contracts-agents/entitlements.ts";
import {
  keysNotKept,
  providerAddressRefused,
  providerKeyNeeded,
  providerNameTaken,
  providerNotFound,
  tooManyProviders,
} from "@tessera/contracts-agents/problems.ts";
import {
  DEFAULT_BASE_URLS,
  MAX_PROVIDERS,
  type NewProvider,
  type Provider,
  type ProviderChange,
  type ProviderKind,
  type ProviderList,
} from "@tessera/contracts-agents/providers.ts";
import { type Caller, Clock, Database, problem, reached, SubscriptionGate } from "@tessera/service-kit";
import { AddressRefused, type Reach, reachable } from "../reach/provider-address.ts";
import { REACH } from "../reach/reach.ts";
import { Keyring, type Sealed } from "../secret/keyring.ts";
import { PlanProviders } from "./plan-providers.ts";
import { type ProviderRow, ProviderStore, shownProvider } from "./provider.store.ts";
import { placeOf } from "./provider-key.ts";

@Injectable()
export class ProvidersService {
  constructor(
    private readonly database: Database,
    private readonly providers: ProviderStore,
    private readonly inPlan: PlanProviders,
    private readonly gate: SubscriptionGate,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    @Inject(REACH) private readonly reach: Reach,
  ) {}

  async list(caller: Caller): Promise<ProviderList> {
    return this.database.as(caller, async (tx) => {
      const isOpened = await this.inPlan.opened(tx, caller.userId);
      const rows = await this.providers.list(tx, caller.userId);
      return { items: rows.map((row) => ({ ...shownProvider(row), inPlan: isOpened(row.id) })) };
    });
  }

  /**
   * @throws ProblemException 400 `provider_address_refused`, 402 `plan_limit_reached`, `not_in_plan`, 409
   * `provider_name_taken`, `too_many_providers`, 503 `keys_not_kept`; nothing is written
   */
  async create(caller: Caller, { name, kind, baseUrl, key }: NewProvider): Promise<Provider> {
    const { userId } = caller;
    const id = randomUUID();
    const address = addressOf(kind, baseUrl);
    const sealed = key ? this.sealed(userId, id, key) : null;
    await this.checkAddress(address);
    return this.gate.within(caller, entitlement, (limit) =>
      this.database.as(caller, async (tx) => {
        // Of two requests at once the second counts what the first stored.
        await this.providers.lock(tx, userId);
        const { length } = await this.providers.ids(tx, userId);
        if (limit !== null && length >= limit) throw reached(entitlement, limit);
        if (length >= MAX_PROVIDERS) throw problem(tooManyProviders, { limit: MAX_PROVIDERS });
        const row = { id, name, kind, baseUrl: address, sealed, now: this.clock.now() };
        if (!(await this.providers.insert(tx, userId, row))) throw nameTaken(name);
        return shownProvider((await this.providers.get(tx, userId, id))!);
      }),
    );
  }

  /** @throws ProblemException as `create`, 404 `provider_not_found`, 409 `provider_key_needed` */
  async change(caller: Caller, id: string, { name, baseUrl, key }: ProviderChange): Promise<Provider> {
    const { userId } = caller;
    if (baseUrl !== undefined) await this.checkAddress(addressOf("openai-compatible", baseUrl));
    return this.database.as(caller, async (tx) => {
      const row = found(await this.providers.get(tx, userId, id));
      const address = baseUrl === undefined ? undefined : addressOf(row.kind, baseUrl);
      const isElsewhere = address !== undefined && address !== row.base_url;
      if (isElsewhere && row.key_id && key === undefined)
        throw problem(providerKeyNeeded, { errors: [{ path: "/key", message: "is needed with another address" }] });
      if (name !== undefined && (await this.providers.hasName(tx, userId, name, id))) throw nameTaken(name);
      const sealed = key === undefined ? undefined : key ? this.sealed(userId, id, key) : null;
      await this.providers.change(tx, userId, id, { name, baseUrl: isElsewhere ? address : undefined, sealed });
      return shownProvider((await this.providers.get(tx, userId, id))!);
    });
  }

  /** With its key and its models. @throws ProblemException 404 `provider_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    const removed = await this.database.as(caller, (tx) => this.providers.remove(tx, caller.userId, id));
    if (!removed) throw problem(providerNotFound);
  }

  private sealed(userId: string, id: string, key: string): Sealed {
    if (!this.keyring.currentId) throw problem(keysNotKept);
    return this.keyring.seal(key, placeOf(userId, id));
  }

  private async checkAddress(address: string): Promise<void> {
    try {
      await reachable(new URL(address), this.reach);
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error;
      throw problem(
        providerAddressRefused,
        { reason: error.message },
        { errors: [{ path: "/baseUrl", message: error.message }] },
      );
    }
  }
}

/** Without a slash at the end, a query or a fragment: paths are added to it. */
function addressOf(kind: ProviderKind, baseUrl: string | undefined): string {
  const url = new URL(baseUrl ?? (kind === "openai-compatible" ? "" : DEFAULT_BASE_URLS[kind]));
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/+$/, "");
}

export function found(row: ProviderRow | undefined): ProviderRow {
  if (!row) throw problem(providerNotFound);
  return row;
}

const nameTaken = (name: string) =>
  problem(providerNameTaken, { name }, { errors: [{ path: "/name", message: "is taken" }] });
