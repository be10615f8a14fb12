import type { Model } from "@tessera/contracts-agents/models.ts";

/** Models as options of a select, by provider. */
export function ModelOptions({ models }: { models: readonly Model[] }) {
  const providers = new Map<string, Model[]>();
  for (const model of models) providers.set(model.providerId, [...(providers.get(model.providerId) ?? []), model]);
  return [...providers].map(([id, of]) => (
    <optgroup key={id} label={of[0]!.providerName}>
      {of.map(({ id: modelId, title, listed, inPlan = true }) => (
        <option key={modelId} value={modelId}>
          {!inPlan ? `${title} (not in your plan)` : listed ? title : `${title} (no longer listed)`}
        </option>
      ))}
    </optgroup>
  ));
}
