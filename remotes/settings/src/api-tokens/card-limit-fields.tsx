import { itemsClient } from "@tessera/contracts-items/client.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { useId } from "react";
import type { CardLimit } from "./card-limit.ts";

const useStyles = makeStyles({
  group: { margin: 0, padding: 0, border: 0, minWidth: 0 },
  legend: { padding: 0, marginBottom: "4px" },
  boxes: { display: "flex", flexWrap: "wrap", gap: "0 12px" },
  words: { margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** The service of the cards. */
const items = itemsClient((path, init) => shell().http(path, init));

/** The types of cards that there are; empty until they are known, and where they are not. */
export function useCardTypes(enabled: boolean) {
  const types = useQuery({
    queryKey: ["settings", "card-types"],
    queryFn: ({ signal }) => items.types(signal),
    enabled,
  });
  return types.data ?? [];
}

interface Props {
  limit: CardLimit;
  /** What is wrong with the tags. */
  problem: string | undefined;
  onChange(limit: CardLimit): void;
}

/** Which cards a token reaches: all, or those of some types, with some tags. */
export function CardLimitFields({ limit, problem, onChange }: Props) {
  const styles = useStyles();
  const types = useCardTypes(limit.isLimited);
  const tags = useQuery({
    queryKey: ["settings", "card-tags"],
    queryFn: ({ signal }) => items.tags(signal),
    enabled: limit.isLimited,
  });
  const [suggested, words] = [useId(), useId()];
  return (
    <>
      <Field label="Cards that it reaches">
        <Select
          value={limit.isLimited ? "some" : "all"}
          onChange={(_, { value }) => onChange({ ...limit, isLimited: value === "some" })}
        >
          <option value="all">All of your cards</option>
          <option value="some">Only some of them</option>
        </Select>
      </Field>
      {limit.isLimited && (
        <>
          <fieldset className={styles.group} aria-describedby={words}>
            <legend className={styles.legend}>Of one of these types</legend>
            <div className={styles.boxes}>
              {types.map(({ type, label }) => (
                <Checkbox
                  key={type}
                  label={label}
                  checked={limit.types.includes(type)}
                  onChange={(_, { checked }) =>
                    onChange({
                      ...limit,
                      types: [...limit.types.filter((one) => one !== type), ...(checked === true ? [type] : [])],
                    })
                  }
                />
              ))}
            </div>
          </fieldset>
          <Field
            label="With one of these tags, separated by commas"
            hint="A card that it makes needs one of them."
            validationMessage={problem}
          >
            <Input
              value={limit.tags}
              list={suggested}
              maxLength={1_300}
              placeholder="Any tag, or none"
              onChange={(_, { value }) => onChange({ ...limit, tags: value })}
            />
          </Field>
          <datalist id={suggested}>
            {tags.data?.slice(0, 50).map(({ tag }) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <p className={styles.words} id={words}>
            No type chosen means every type. Each type is that type alone: to reach the highlights of bookmarks, choose
            highlights too.
          </p>
        </>
      )}
    </>
  );
}
