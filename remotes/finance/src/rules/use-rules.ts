import type { FinanceRule, NewRule, RuleSuggestion } from "@tessera/contracts-finance/rules.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { POLL_MS } from "../frame/use-books.ts";
import type { SavedRule } from "./rule-dialog.tsx";

const count = (rows: number) => `${rows.toLocaleString()} ${rows === 1 ? "transaction" : "transactions"}`;
const refused = (what: string, error: unknown) =>
  shell().notifications.show({ message: failureWords(what, error), intent: "error" });

/** The rules and what is suggested, as they change on any device. */
export function useRules() {
  const client = useQueryClient();
  const live = useLive("finance.rule", () => void client.invalidateQueries({ queryKey: keys.rules }));
  const refetchInterval = live === "live" ? (false as const) : POLL_MS;
  return {
    live,
    query: useQuery({ queryKey: keys.rules, queryFn: ({ signal }) => finance.rules(signal), refetchInterval }),
    suggestions: useSuggestions(),
  };
}

/** Rules that what the person categorised suggests, the most frequent first; read again after each act. */
export const useSuggestions = () =>
  useQuery({ queryKey: keys.suggestions, queryFn: ({ signal }) => finance.ruleSuggestions(signal) });

/** The rule that a suggestion is. */
export const suggested = ({ payee, categoryId }: RuleSuggestion): NewRule => ({
  ...{ name: payee.name, condition: { field: "payee", is: "is", value: payee.name } },
  actions: [{ category: categoryId }],
});

/** What is done to rules; each can be undone, a failure says why. */
export function useRuleChanges() {
  const { finished, undoLast } = useActs();

  const saved = async ({ act, rule, run }: SavedRule): Promise<void> => {
    await finished(act, `Rule ${rule.name} saved`);
    if (run) await ran(run);
  };
  const ran = ({ act, changed, kept }: { act: string; changed: number; kept: number }) =>
    finished(act, `${count(changed)} changed by rules${kept ? `, ${count(kept)} kept as you set them` : ""}`);

  const run = async (rule: FinanceRule | null): Promise<void> => {
    try {
      await ran(await finance.runRules({ rule: rule?.id ?? null }, crypto.randomUUID()));
    } catch (error) {
      refused("Nothing was changed.", error);
    }
  };
  const change = async (rule: FinanceRule, patch: { enabled: boolean }): Promise<void> => {
    try {
      const { act } = await finance.changeRule(rule.id, rule.version, patch);
      await finished(act, `${rule.name} switched ${patch.enabled ? "on" : "off"}`);
    } catch (error) {
      refused(`${rule.name} was not changed.`, error);
    }
  };
  const remove = async ({ id, version, name }: FinanceRule): Promise<void> => {
    try {
      const { act } = await finance.deleteRule(id, version);
      await finished(act, `Rule ${name} deleted`);
    } catch (error) {
      refused(`${name} was not deleted.`, error);
    }
  };
  const accept = async (suggestion: RuleSuggestion): Promise<void> => {
    try {
      const { act, rule } = await finance.createRule(suggested(suggestion), crypto.randomUUID());
      await finished(act, `Rule ${rule.name} added`);
    } catch (error) {
      refused("No rule was added.", error);
    }
  };
  const refuse = async ({ payee, categoryId }: RuleSuggestion): Promise<void> => {
    try {
      const { act } = await finance.refuseSuggestion({ payeeId: payee.id, categoryId }, crypto.randomUUID());
      await finished(act, `No rule for ${payee.name}`);
    } catch (error) {
      refused("Nothing was refused.", error);
    }
  };
  return { saved, run, change, remove, accept, refuse, undoLast };
}
