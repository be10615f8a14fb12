import { makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useId } from "react";
import type { AgentDraft } from "./agent-draft.ts";
import { titleOfType, useCardNames } from "./use-card-names.ts";

const useStyles = makeStyles({
  group: { margin: 0, padding: 0, border: "none", minWidth: 0 },
  legend: { padding: 0, marginBottom: "4px" },
  boxes: { display: "flex", flexWrap: "wrap", gap: "0 12px" },
  words: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  problem: { margin: "4px 0 0", fontSize: "12px", lineHeight: "16px", color: tokens.colorPaletteRedForeground1 },
});

interface Props {
  draft: Pick<AgentDraft, "cards" | "types" | "tags">;
  problems: Partial<Record<keyof AgentDraft, string>>;
  onChange: (change: Partial<AgentDraft>) => void;
}

/** Which cards the agent's runs see and change. */
export function ScopeFields({ draft, problems, onChange }: Props) {
  const styles = useStyles();
  const known = useCardNames(draft.cards === "some");
  const suggested = useId();
  const [words, problem] = [useId(), useId()];
  const names = [...new Set([...known.types.map(({ type }) => type), ...draft.types])];
  return (
    <>
      <Field label="Cards that it sees and changes">
        <Select value={draft.cards} onChange={(_, data) => onChange({ cards: data.value as AgentDraft["cards"] })}>
          <option value="all">All of your cards</option>
          <option value="some">Only some of them</option>
        </Select>
      </Field>
      {draft.cards === "some" && (
        <>
          <fieldset className={styles.group} aria-describedby={problems.types ? problem : words}>
            <legend className={styles.legend}>Of one of these types</legend>
            <div className={styles.boxes}>
              {names.map((type) => (
                <Checkbox
                  key={type}
                  label={titleOfType(known.types, type)}
                  checked={draft.types.includes(type)}
                  onChange={(_, { checked }) =>
                    onChange({ types: checked ? [...draft.types, type] : draft.types.filter((one) => one !== type) })
                  }
                />
              ))}
            </div>
            {problems.types && (
              <p className={styles.problem} id={problem}>
                {problems.types}
              </p>
            )}
          </fieldset>
          <Field
            label="With one of these tags, separated by commas"
            hint="A card that it makes gets the first one."
            validationMessage={problems.tags}
          >
            <Input
              value={draft.tags}
              list={suggested}
              maxLength={1_300}
              placeholder="Any tag, or none"
              onChange={(_, data) => onChange({ tags: data.value })}
            />
          </Field>
          <datalist id={suggested}>
            {suggestions(
              draft.tags,
              known.tags.map(({ tag }) => tag),
            ).map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          <p className={styles.words} id={words}>
            No type chosen means every type. Transactions and recordings are not cards: the tools below decide about
            those.
          </p>
        </>
      )}
    </>
  );
}

/** Tags that are offered at once. */
const SUGGESTED = 20;

/** The list as it would be with each of the tags that the last word begins. */
function suggestions(written: string, tags: readonly string[]): string[] {
  const before = written.slice(0, written.lastIndexOf(",") + 1);
  const word = written.slice(before.length).trim().toLowerCase();
  const given = new Set(before.split(",").map((tag) => tag.trim().toLowerCase()));
  return tags
    .filter((tag) => tag.toLowerCase().startsWith(word) && !given.has(tag.toLowerCase()))
    .slice(0, SUGGESTED)
    .map((tag) => (before ? `${before} ${tag}` : tag));
}
