import type { CardRule } from "@tessera/contracts-items/rules.ts";
import { useQuery } from "@tessera/query";
import { type DialogActions, shell } from "@tessera/shell-api";
import { EmptyState, ErrorState, RowSkeleton } from "@tessera/ui";
import { EffectList } from "./effect-list.tsx";
import { ruleKeys, rules } from "./rules-api.ts";

/** Shows what a rule set lately. */
export const openRuleLog = (rule: CardRule) =>
  shell().dialogs.open(
    RuleLog,
    { rule },
    { title: `What ${rule.name} set`, maxWidth: "640px", scrollable: true, buttons: [] },
  );

function RuleLog({ rule: { id }, dialog }: { rule: CardRule; dialog: DialogActions<true> }) {
  const list = useQuery({
    queryKey: [...ruleKeys.effects, { rule: id }],
    queryFn: ({ signal }) => rules.effects({ rule: id }, signal),
  });
  if (list.error && !list.data)
    return (
      <ErrorState error={list.error} title="What it set could not be loaded" onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <RowSkeleton rows={3} />;
  if (!list.data.items.length) return <EmptyState sentence="It has set nothing yet." />;
  return (
    <EffectList
      label="What the rule set"
      effects={list.data.items}
      about={({ card }) => ({ text: card.title, path: `/items/${card.type}/${card.id}` })}
      onLeave={() => dialog.cancel()}
    />
  );
}
