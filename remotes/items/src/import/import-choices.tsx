import type { ImportChoices } from "@tessera/contracts-items/items.ts";
import { makeStyles } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { useId } from "react";
import { TagField } from "../tags/tag-field.tsx";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px", marginBottom: "16px" },
  places: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 16px",
    border: "none",
    margin: 0,
    padding: 0,
  },
  legend: {
    float: "left",
    marginRight: "16px",
    padding: 0,
    fontWeight: 600,
    "@media (max-width: 599.98px)": { float: "none" },
  },
  place: {
    display: "inline-flex",
    alignItems: "center",
    gap: "6px",
    minHeight: "32px",
    "& > input": { width: "16px", height: "16px", margin: 0 },
    "& > input:focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
    "@media (max-width: 959.98px)": { minHeight: "44px" },
  },
});

/** What is asked before an import: where its cards go, and what they get. */
export interface Choices {
  status: NonNullable<ImportChoices["status"]>;
  byFolder: boolean;
  tags: string[];
  copies: boolean;
}

/** A collection was sorted once: it comes into the archive, found by its folders. */
export const DEFAULT_CHOICES: Choices = { status: "archived", byFolder: true, tags: [], copies: false };

export const toQuery = ({ status, byFolder, tags, copies }: Choices): ImportChoices => ({
  status,
  ...(byFolder ? { folders: "tags" as const } : {}),
  ...(tags.length ? { tags: tags.join(",") } : {}),
  ...(copies ? { copies: "all" as const } : {}),
});

const PLACES: [Choices["status"], string][] = [
  ["archived", "Archive"],
  ["inbox", "Inbox"],
  ["later", "Later"],
];

export function ImportChoicesForm({ value, onChange }: { value: Choices; onChange: (choices: Choices) => void }) {
  const styles = useStyles();
  const name = useId();
  const change = (part: Partial<Choices>) => onChange({ ...value, ...part });
  return (
    <div className={styles.root}>
      <fieldset className={styles.places}>
        <legend className={styles.legend}>Put the cards into</legend>
        {PLACES.map(([status, label]) => (
          <label key={status} className={styles.place}>
            <input type="radio" name={name} checked={value.status === status} onChange={() => change({ status })} />
            {label}
          </label>
        ))}
      </fieldset>
      <Checkbox
        label="Tag them with the names of their folders"
        checked={value.byFolder}
        onChange={(_, { checked }) => change({ byFolder: checked === true })}
      />
      <Checkbox
        label="Fetch a readable copy of each bookmarked page, in the background"
        checked={value.copies}
        onChange={(_, { checked }) => change({ copies: checked === true })}
      />
      <TagField label="More tags" tags={value.tags} onChange={(tags) => change({ tags })} />
    </div>
  );
}
