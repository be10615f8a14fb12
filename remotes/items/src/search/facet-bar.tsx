import { Checkmark16Regular } from "@fluentui/react-icons/svg/checkmark";
import { ChevronDown16Regular } from "@fluentui/react-icons/svg/chevron-down";
import type { QualifierName } from "@tessera/contracts-items/search/language.ts";
import type { SearchFacets } from "@tessera/contracts-items/search/search.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { keepPreviousData, useQuery } from "@tessera/query";
import { TagWord } from "../tags/tag-word.tsx";
import { pluralOf, useItemTypes } from "../types/item-types.ts";
import { asksFor, required, toggleQualifier } from "./edit-query.ts";
import { finder } from "./finder.ts";
import { searchKeys } from "./search-api.ts";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    gap: "4px",
    minWidth: 0,
    margin: 0,
    padding: "0 8px 8px",
    border: "none",
    "@media (max-width: 959.98px)": { "& button": { minHeight: "44px" } },
  },
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  menu: { maxHeight: "60vh", overflowY: "auto" },
});

const FACETS = [
  { facet: "type", name: "type", label: "Type" },
  { facet: "tag", name: "tag", label: "Tag" },
  { facet: "site", name: "url", label: "Site" },
  { facet: "age", name: "age", label: "Time" },
] as const satisfies { facet: keyof SearchFacets; name: QualifierName; label: string }[];

const AGES: Record<string, string> = {
  "<1d": "Past day",
  "<7d": "Past week",
  "<1m": "Past month",
  "<1y": "Past year",
};

/** What narrows a search further, with how many cards each choice leaves. */
export function FacetBar({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const styles = useStyles();
  const types = useItemTypes();
  const { data } = useQuery({
    queryKey: searchKeys.facets(q),
    queryFn: ({ signal }) => finder.facets({ q }, signal),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
  const worded = (name: QualifierName, value: string) =>
    name === "type" ? pluralOf(value, types) : name === "age" ? (AGES[value] ?? value) : value;
  return (
    <fieldset aria-label="Narrow the search" className={styles.bar}>
      {FACETS.map(({ facet, name, label }) => {
        const chosen = required(q).filter((term) => term.name === name);
        const counted = data?.[facet] ?? [];
        const others = chosen.filter(
          ({ value }) => !counted.some((one) => one.value.toLowerCase() === value.toLowerCase()),
        );
        const values = [...others.map(({ value }) => ({ value, count: undefined })), ...counted];
        if (values.length === 0) return null;
        const words = chosen.map(({ value }) => worded(name, value)).join(", ");
        return (
          <Menu key={facet} positioning="below-start">
            <MenuTrigger disableButtonEnhancement>
              <Button
                size="small"
                appearance={words ? "secondary" : "subtle"}
                icon={<ChevronDown16Regular />}
                iconPosition="after"
              >
                {words ? `${label}: ${words}` : label}
              </Button>
            </MenuTrigger>
            <MenuPopover>
              <MenuList className={styles.menu}>
                {values.map(({ value, count }) => (
                  <MenuItem
                    key={value}
                    role="menuitemcheckbox"
                    aria-checked={asksFor(q, name, value)}
                    icon={asksFor(q, name, value) ? <Checkmark16Regular /> : <span />}
                    secondaryContent={<span className={styles.count}>{count?.toLocaleString()}</span>}
                    onClick={() => onSearch(toggleQualifier(q, name, value))}
                  >
                    {name === "tag" ? <TagWord tag={value} /> : worded(name, value)}
                  </MenuItem>
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
        );
      })}
    </fieldset>
  );
}
