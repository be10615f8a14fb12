import { makeStyles } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { touch } from "@tessera/ui";
import { Suggestions } from "../rules/suggestions.tsx";
import { useRuleChanges, useSuggestions } from "../rules/use-rules.ts";

const useStyles = makeStyles({
  link: {
    color: "inherit",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
    [touch]: { display: "inline-block", lineHeight: "44px" },
  },
});

/**
 * The suggestion of the newest transaction, where people categorise: nobody looks on the page of the rules while doing
 * by hand what a rule would do.
 */
export function SuggestedRule({ categories }: { categories: ReadonlyMap<string, string> }) {
  const styles = useStyles();
  const { accept, refuse } = useRuleChanges();
  const all = useSuggestions().data?.items.filter(({ categoryId }) => categories.has(categoryId)) ?? [];
  const [newest] = all.toSorted((a, b) => b.newest.localeCompare(a.newest));
  if (!newest) return null;
  const others = all.length - 1;
  return (
    <Suggestions
      items={[newest]}
      categories={categories}
      more={
        others > 0 && (
          <>
            {" · "}
            <Link to="/finance/rules" className={styles.link}>{`${others.toLocaleString()} more`}</Link>
          </>
        )
      }
      onAccept={(one) => void accept(one)}
      onRefuse={(one) => void refuse(one)}
    />
  );
}
