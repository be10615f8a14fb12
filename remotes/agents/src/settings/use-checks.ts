import type { Provider } from "@tessera/contracts-agents/providers.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useCallback, useState } from "react";
import { agents, keys } from "../api.ts";

/** Connection tests: which providers are being tried, and the act that tries one. */
export function useChecks() {
  const client = useQueryClient();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const check = useCallback(
    async ({ id, name }: Pick<Provider, "id" | "name">) => {
      setRunning((before) => new Set(before).add(id));
      try {
        const { provider, models, added } = await agents.checkProvider(id);
        shell().notifications.show(
          models === null
            ? { message: provider.failure ?? `${name} did not answer.`, intent: "error" }
            : { message: `${name} works: ${counted(models)}${added ? `, ${added} new` : ""}`, intent: "success" },
        );
      } catch (error) {
        shell().notifications.show({
          message: failureWords(`${name} could not be tried.`, error),
          intent: "error",
        });
      } finally {
        setRunning((before) => new Set([...before].filter((one) => one !== id)));
        await client.invalidateQueries({ queryKey: keys.all });
      }
    },
    [client],
  );
  return { running, check };
}

export const counted = (models: number) => `${models.toLocaleString()} model${models === 1 ? "" : "s"}`;
