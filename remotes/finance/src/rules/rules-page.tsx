import { Add16Regular } from "@fluentui/react-icons/svg/add";
import type { FinanceRule } from "@tessera/contracts-finance/rules.ts";
import { Button } from "@tessera/fluent";
import { useCommands } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, RowSkeleton, useUiSettings } from "@tessera/ui";
import { useMemo, useRef } from "react";
import { FinancePage } from "../frame/finance-page.tsx";
import { PayeeNames } from "../frame/payee-names.tsx";
import { POLL_MS, treeOf, useAccounts, useCategories } from "../frame/use-books.ts";
import { openRuleDialog } from "./rule-dialog.tsx";
import type { Names } from "./rule-words.ts";
import { RulesList } from "./rules-list.tsx";
import { Suggestions } from "./suggestions.tsx";
import { useRuleChanges, useRules } from "./use-rules.ts";

const NONE: never[] = [];

/** `/finance/rules`: the rules in the order in which they run, and those that are suggested. */
export function RulesPage() {
  const { locale } = useUiSettings();
  const { live, query, suggestions } = useRules();
  const [accountsQuery, categoriesQuery] = [useAccounts().query, useCategories().query];
  const accounts = accountsQuery.data?.items ?? NONE;
  const categories = categoriesQuery.data?.items ?? NONE;
  const tree = useMemo(() => treeOf(categories), [categories]);
  const names = useMemo(
    (): Names => ({
      account: new Map(accounts.map(({ id, name }) => [id, name])),
      category: new Map(tree.map(({ category, path }) => [category.id, path])),
      currency: accounts[0]?.currency ?? "EUR",
      locale,
    }),
    [accounts, tree, locale],
  );
  const { saved, run, change, remove, accept, refuse, undoLast } = useRuleChanges();
  const edit = (rule?: FinanceRule) =>
    void openRuleDialog({ accounts, tree, rule, onDone: (done) => void saved(done) });
  const latest = useRef({ edit, run });
  latest.current = { edit, run };
  useCommands(
    () => [
      {
        id: "finance.add-rule",
        title: "Add a rule",
        group: "Rules",
        act: "add",
        opensDialog: true,
        run: () => latest.current.edit(),
      },
      {
        id: "finance.run-rules",
        title: "Apply all rules to past transactions",
        group: "Rules",
        run: () => latest.current.run(null),
      },
      { id: "finance.undo", title: "Undo", group: "Rules", act: "undo", run: undoLast },
    ],
    [undoLast],
  );
  // Rules name accounts and categories, and the dialog offers them.
  const rules = accountsQuery.data && categoriesQuery.data && query.data?.items;
  const failed = [query, accountsQuery, categoriesQuery].find(({ isError }) => isError);
  return (
    <FinancePage
      title="Classification Rules"
      actions={
        <>
          {rules && rules.length > 0 && <Button onClick={() => void run(null)}>Run all rules</Button>}
          <Button appearance="primary" icon={<Add16Regular />} disabledFocusable={!rules} onClick={() => edit()}>
            Add rule
          </Button>
        </>
      }
    >
      <LiveNote state={live} every={POLL_MS} />
      <PayeeNames />
      <Suggestions
        items={suggestions.data?.items ?? NONE}
        categories={names.category}
        onAccept={(one) => void accept(one)}
        onRefuse={(one) => void refuse(one)}
      />
      {rules ? (
        rules.length ? (
          <RulesList
            {...{ rules, names, onEdit: edit }}
            onRun={(rule) => void run(rule)}
            onSwitch={(rule) => void change(rule, { enabled: !rule.enabled })}
            onRemove={(rule) => void remove(rule)}
          />
        ) : (
          <EmptyState
            sentence="There are no rules yet. A rule categorises transactions as you import them, and past ones when you run it."
            action={{ label: "Add rule", onClick: () => edit() }}
          />
        )
      ) : failed ? (
        <ErrorState title="The rules could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </FinancePage>
  );
}
