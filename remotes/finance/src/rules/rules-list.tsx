import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { Filter20Regular } from "@fluentui/react-icons/svg/filter";
import { Play20Regular } from "@fluentui/react-icons/svg/play";
import type { FinanceRule } from "@tessera/contracts-finance/rules.ts";
import { useCommands } from "@tessera/shell-api";
import { IconButton, ListRow, StatusText, useListState, VirtualList } from "@tessera/ui";
import { useRef } from "react";
import { actionsWords, conditionWords, type Names } from "./rule-words.ts";

const STAGE_NAMES = { pre: "Before others", post: "After others" };

/** The rules in the order in which they run; Enter changes one, # deletes it. */
export function RulesList(props: {
  rules: readonly FinanceRule[];
  names: Names;
  onEdit: (rule: FinanceRule) => void;
  onRun: (rule: FinanceRule) => void;
  onSwitch: (rule: FinanceRule) => void;
  onRemove: (rule: FinanceRule) => void;
}) {
  const { rules, names } = props;
  const { focusId, focusRequest, focusOn, neighbour, successor } = useListState(rules);
  const focused = rules.find(({ id }) => id === focusId);
  const remove = (rule: FinanceRule) => {
    focusOn(successor(new Set([rule.id]))?.id ?? null, true);
    props.onRemove(rule);
  };
  const latest = useRef({ ...props, remove, focused, focusOn, neighbour });
  latest.current = { ...props, remove, focused, focusOn, neighbour };
  useCommands(() => {
    const of = (act: (rule: FinanceRule) => void) => () => latest.current.focused && act(latest.current.focused);
    const move = (step: number) => () => latest.current.focusOn(latest.current.neighbour(step)?.id ?? null, true);
    const group = "Rules";
    return [
      { id: "finance.next-rule", title: "Next rule", group, act: "next", hidden: true, run: move(1) },
      { id: "finance.previous-rule", title: "Previous rule", group, act: "previous", hidden: true, run: move(-1) },
      {
        id: "finance.change-rule",
        title: "Change the rule",
        group,
        act: "edit-whole",
        opensDialog: true,
        run: of((rule) => latest.current.onEdit(rule)),
      },
      {
        id: "finance.run-rule",
        title: "Apply the rule to past transactions",
        group,
        run: of((rule) => latest.current.onRun(rule)),
      },
      {
        id: "finance.switch-rule",
        title: "Switch the rule on or off",
        group,
        run: of((rule) => latest.current.onSwitch(rule)),
      },
      {
        id: "finance.delete-rule",
        title: "Delete the rule",
        group,
        act: "remove",
        run: of((rule) => latest.current.remove(rule)),
      },
    ];
  }, []);
  return (
    <VirtualList
      label="Rules"
      rows={rules}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={(step) => focusOn(neighbour(step)?.id ?? null, true)}
      onOpen={props.onEdit}
      renderRow={(rule) => (
        <ListRow
          icon={<Filter20Regular />}
          title={rule.name}
          line={`${conditionWords(rule.condition, names)} → ${actionsWords(rule.actions, names)}`}
          age={rule.stage ? STAGE_NAMES[rule.stage] : undefined}
          tags={
            rule.fault ? (
              <StatusText status="warn">{rule.fault}</StatusText>
            ) : (
              !rule.enabled && <StatusText status="idle">Off</StatusText>
            )
          }
          onOpen={() => props.onEdit(rule)}
          actions={
            <>
              <IconButton
                icon={<Play20Regular />}
                label={`Run ${rule.name} on past transactions`}
                onClick={(event) => {
                  event.stopPropagation();
                  props.onRun(rule);
                }}
              />
              <IconButton
                icon={<Edit20Regular />}
                label={`Change ${rule.name}`}
                onClick={(event) => {
                  event.stopPropagation();
                  props.onEdit(rule);
                }}
              />
              <IconButton
                icon={<Delete20Regular />}
                label={`Delete ${rule.name}`}
                onClick={(event) => {
                  event.stopPropagation();
                  remove(rule);
                }}
              />
            </>
          }
        />
      )}
    />
  );
}
