import type { ProviderKind } from "@tessera/contracts-agents/providers.ts";
import { brokenOf, failureOf, ProviderFailure } from "../calls/failure.ts";
import { withoutKey, wordsOf } from "../calls/provider-words.ts";
import type { Reach } from "../reach/provider-address.ts";
import { providerFetch } from "../reach/provider-fetch.ts";
import { type ListedModel, modelsRequest, readModelList } from "./model-list.ts";

/** Ms for the whole request; lists come at once. */
const TIMEOUT_MS = 20_000;
const MAX_LIST_BYTES = 8 * 1024 * 1024;

/** A provider that can be asked. */
export interface OpenProvider {
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  key: string | null;
}

/** Asks a provider for its models, which also proves that address and key are right. @throws ProviderFailure */
export async function listModels(provider: OpenProvider, reach: Reach): Promise<ListedModel[]> {
  const { url, headers } = modelsRequest(provider.kind, provider.baseUrl, provider.key);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await providerFetch(reach, MAX_LIST_BYTES)(url, {
      headers: { accept: "application/json", ...(headers as Record<string, string>) },
      signal,
    });
    const body = await response.text();
    if (!response.ok)
      throw failureOf(
        provider.name,
        response.status,
        withoutKey(wordsOf(body), provider.key),
        response.headers.get("retry-after"),
      );
    const models = readModelList(provider.kind, parsed(body));
    if (models) return models;
    throw new ProviderFailure(
      `What answers there is no list of models. Check the base URL of ${provider.name}: it often ends with /v1.`,
      false,
    );
  } catch (error) {
    if (signal.aborted) throw new ProviderFailure(`${provider.name} did not answer in time.`, true);
    throw brokenOf(provider.name, error, false);
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
