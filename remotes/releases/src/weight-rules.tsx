import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import type { BudgetList } from "@tessera/contracts-releases/weight.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { LogList, LogRow, Pill } from "@tessera/ui";
import { type BudgetActs, useBudgetActions } from "./use-budgets.ts";
import { budgetOf, sizeText } from "./weight-words.ts";

const useStyles = makeStyles({
  name: { fontWeight: 600 },
  aside: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  end: { display: "flex", alignItems: "center", gap: "8px" },
});

interface WeightRulesProps {
  budgets: BudgetList;
  apps: readonly AppOverview[];
}

/** What each app may weigh, and what its stable release does. */
export function WeightRules({ budgets, apps }: WeightRulesProps) {
  const actions = useBudgetActions();
  return (
    <LogList label="Weight budgets" timeless>
      <BudgetRow budgets={budgets} app={null} actions={actions} />
      {apps.map((app) => (
        <BudgetRow key={app.name} budgets={budgets} app={app} actions={actions} />
      ))}
    </LogList>
  );
}

interface RowProps {
  budgets: BudgetList;
  /** Null: all remotes. */
  app: AppOverview | null;
  actions: BudgetActs;
}

function BudgetRow({ budgets, app, actions }: RowProps) {
  const styles = useStyles();
  const [name, title] = app ? [app.name, app.title] : [ALL_APPS, "All remotes"];
  const { own, budget } = budgetOf(budgets, name);
  const weight = app?.stable.weight;
  const heavy = weight && (weight.firstLoad > budget.firstLoad || weight.total > budget.total);
  return (
    <LogRow
      subject={<span className={styles.name}>{title}</span>}
      text={
        <>
          {app ? (
            weight ? (
              `First view ${sizeText(weight.firstLoad)} of ${sizeText(budget.firstLoad)}, all ${sizeText(weight.total)} of ${sizeText(budget.total)}`
            ) : (
              "Not weighed yet"
            )
          ) : (
            <>
              First view {sizeText(budget.firstLoad)}, all {sizeText(budget.total)}
            </>
          )}
          {app && own && <div className={styles.aside}>Own budget</div>}
        </>
      }
    >
      <span className={styles.end}>
        {heavy && <Pill status="warn">Over</Pill>}
        <Menu positioning="below-end">
          <MenuTrigger disableButtonEnhancement>
            <Button
              appearance="subtle"
              size="small"
              icon={<MoreHorizontal20Regular />}
              aria-label={`More for the weight of ${title}`}
            />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {app && <MenuItem onClick={() => actions.show(app)}>Weight of each release…</MenuItem>}
              <MenuItem onClick={() => void actions.change(name, budget)}>Change budget…</MenuItem>
              {own && <MenuItem onClick={() => void actions.remove(name)}>Remove budget…</MenuItem>}
            </MenuList>
          </MenuPopover>
        </Menu>
      </span>
    </LogRow>
  );
}
