import { Add16Regular } from "@fluentui/react-icons/svg/add";
import type { CardRule } from "@tessera/contracts-items/rules.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useCommands, usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, PageColumn, PageHead, Pane, RowSkeleton, touch } from "@tessera/ui";
import { useRef } from "react";
import { LiveRegion } from "../list/live-region.tsx";
import { undoLast } from "../triage/undo.ts";
import { useItemTypes } from "../types/item-types.ts";
import { openRuleDialog } from "./rule-dialog.tsx";
import { openRuleLog } from "./rule-log.tsx";
import { RuleRow } from "./rule-row.tsx";
import { useRuleActs, useRules } from "./use-rules.ts";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    padding: "8px",
    [touch]: { "& button": { minHeight: "44px" } },
  },
  quiet: { flex: "1 1 240px", margin: 0, color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: "none" },
});

/** `/items/rules`: the rules in the order in which they run; added, changed, turned off and deleted here. */
export function RulesPage() {
  usePlace([{ label: "Items", path: "/items/inbox" }, { label: "Rules" }], "/items/inbox");
  const styles = useStyles();
  const list = useRules();
  const types = useItemTypes();
  const acts = useRuleActs();
  const edit = (rule?: CardRule) => openRuleDialog({ rule, onDone: (saved) => acts.saved(rule, saved) });
  const latest = useRef(edit);
  latest.current = edit;
  useCommands(
    () => [
      {
        id: "items.add-rule",
        title: "Add a rule",
        group: "Rules",
        act: "add",
        opensDialog: true,
        run: () => void latest.current(),
      },
      { id: "items.undo", title: "Undo", group: "Rules", act: "undo", run: undoLast },
    ],
    [],
  );
  const all = list.data?.items;
  return (
    <Pane kind="detail" label="Rules">
      <PageHead title="Rules for cards" />
      <PageColumn>
        {list.error && !all ? (
          <ErrorState error={list.error} title="The rules could not be loaded" onRetry={() => void list.refetch()} />
        ) : !all ? (
          <RowSkeleton rows={4} />
        ) : all.length === 0 ? (
          <EmptyState
            sentence="There are no rules yet. A rule tags, files, snoozes or converts cards as they come in."
            action={{ label: "Add rule", onClick: () => void edit() }}
          />
        ) : (
          <>
            <div className={styles.bar}>
              <p className={styles.quiet}>
                Rules run from top to bottom on each new card. What you set yourself stays.
              </p>
              <Button appearance="primary" icon={<Add16Regular />} onClick={() => void edit()}>
                Add rule
              </Button>
            </div>
            <ul className={styles.list} aria-label="Rules">
              {all.map((rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  types={types}
                  onTurn={(enabled) => void acts.turn(rule, enabled)}
                  onLog={() => void openRuleLog(rule)}
                  onApply={() => void acts.apply(rule)}
                  onEdit={() => void edit(rule)}
                  onDelete={() => void acts.remove(rule)}
                />
              ))}
            </ul>
          </>
        )}
      </PageColumn>
      <LiveRegion />
    </Pane>
  );
}
