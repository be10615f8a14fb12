import { counted } from "@tessera/contracts-core/counted.ts";
import type { CardRule } from "@tessera/contracts-items/rules.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { keys } from "../api.ts";
import { offerUndo } from "../triage/undo.ts";
import { ruleKeys, rules } from "./rules-api.ts";

/** Ms between looks where changes of other devices do not arrive on their own. */
const POLL_MS = 30_000;

const refresh = (client: QueryClient) => void client.invalidateQueries({ queryKey: ruleKeys.list });

/** Everything that shows what a rule changed. */
function refreshCards(client: QueryClient): void {
  for (const queryKey of [ruleKeys.list, ruleKeys.effects, keys.lists, keys.cards, keys.tags, keys.types])
    void client.invalidateQueries({ queryKey });
}

/** The rules, as they change on any device. */
export function useRules() {
  const client = useQueryClient();
  const live = useLive("items.rule", () => refresh(client));
  return useQuery({
    queryKey: ruleKeys.list,
    queryFn: ({ signal }) => rules.list(signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
}

/** What is done to rules; each can be undone, a failure says why. */
export function useRuleActs() {
  const client = useQueryClient();
  const failed = (rule: CardRule, what: string, error: unknown) =>
    shell().notifications.show({
      message: failureWords(`${rule.name} was not ${what}.`, error),
      intent: "error",
    });
  /** Writes what a rule was before. */
  const takeBack = async (id: string, patch: Parameters<typeof rules.change>[2]) => {
    const now = (await rules.list()).items.find((one) => one.id === id);
    if (now) await rules.change(id, now.version, patch);
    refresh(client);
  };
  return {
    saved: (before: CardRule | undefined, saved: CardRule) => {
      refresh(client);
      const { id: _, specificity: __, changed: ___, version: ____, ...content } = before ?? saved;
      offerUndo(`Rule ${saved.name} saved`, async () => {
        if (before) return takeBack(saved.id, content);
        await rules.remove(saved.id, saved.version);
        refresh(client);
      });
    },
    turn: async (rule: CardRule, enabled: boolean) => {
      try {
        await rules.change(rule.id, rule.version, { enabled });
        refresh(client);
        offerUndo(`${rule.name} turned ${enabled ? "on" : "off"}`, () => takeBack(rule.id, { enabled: !enabled }));
      } catch (error) {
        failed(rule, "changed", error);
      }
    },
    /** Runs a rule over the cards that there are. */
    apply: async (rule: CardRule) => {
      const run = crypto.randomUUID();
      try {
        const { changed, kept } = await rules.run(rule.id, run);
        refreshCards(client);
        const own = kept ? `, ${counted(kept, "card")} kept as you set them` : "";
        offerUndo(`${rule.name} changed ${counted(changed, "card")}${own}`, async () => {
          await rules.undoRun(rule.id, run);
          refreshCards(client);
        });
      } catch (error) {
        failed(rule, "applied to all cards", error);
      }
    },
    remove: async (rule: CardRule) => {
      try {
        await rules.remove(rule.id, rule.version);
        refresh(client);
        offerUndo(`Rule ${rule.name} deleted`, async () => {
          await rules.restore(rule.id);
          refresh(client);
        });
      } catch (error) {
        failed(rule, "deleted", error);
      }
    },
  };
}
