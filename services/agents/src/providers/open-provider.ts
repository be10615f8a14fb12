import { Injectable } from "@nestjs/common";
import { providerKeyLost } from "@tessera/contracts-agents/problems.ts";
import { problem } from "@tessera/service-kit";
import { Keyring } from "../secret/keyring.ts";
import type { OpenProvider } from "./list-models.ts";
import type { ProviderRow } from "./provider.store.ts";
import { placeOf } from "./provider-key.ts";

/** Opens the keys of providers, only to ask the provider itself. */
@Injectable()
export class ProviderKeys {
  constructor(private readonly keyring: Keyring) {}

  /** @throws ProblemException 409 `provider_key_lost` */
  opened(
    userId: string,
    row: Pick<ProviderRow, "id" | "name" | "kind" | "base_url" | "sealed_key" | "key_id">,
  ): OpenProvider {
    const { id, name, kind, base_url: baseUrl, sealed_key: bytes, key_id: keyId } = row;
    if (!bytes || !keyId) return { name, kind, baseUrl, key: null };
    const key = this.keyring.open({ keyId, bytes: Buffer.from(bytes) }, placeOf(userId, id));
    if (key === null) throw problem(providerKeyLost, { provider: name });
    return { name, kind, baseUrl, key };
  }
}
