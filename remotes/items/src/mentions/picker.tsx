import { PersonAdd20Regular } from "@fluentui/react-icons/svg/person-add";
import { MENTION } from "@tessera/contracts-items/mention-limits.ts";
import type { CardName } from "@tessera/contracts-items/mentions.ts";
import { referenceTo } from "@tessera/contracts-items/references.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { keepPreviousData, useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useDeferredValue, useState } from "react";
import { items, keys } from "../api.ts";
import { refreshCounts } from "../triage/change-items.ts";
import { useItemTypes } from "../types/item-types.ts";
import { TypeIcon } from "../types/type-icon.tsx";
import { CaretList, type ListField } from "./caret-list.tsx";
import type { Trigger } from "./trigger.ts";

const useStyles = makeStyles({
  option: { display: "grid", gridTemplateColumns: "20px minmax(0, 1fr)", minHeight: "36px" },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
  text: { display: "flex", flexDirection: "column", minWidth: 0 },
  cut: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  line: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** People and cards that are offered at a time. */
const PEOPLE = 5;
const CARDS = 6;

type Option = CardName & { line: string };
interface PickerProps extends ListField {
  trigger: Trigger;
  /** The card whose text it is: it is not offered. */
  cardId: string | null;
  onPick: (trigger: Trigger, text: string) => void;
}

/** Cards that fit what was typed behind "@" or "[[", below the place where it is typed. */
export function Picker({ trigger, cardId, onPick, ...field }: PickerProps) {
  const styles = useStyles();
  const client = useQueryClient();
  const people = useItemTypes().filter((one) => one.capabilities.includes(MENTION));
  const peopleTypes = people.map(({ type }) => type);
  const words = useDeferredValue(trigger.words.trim());
  const { data } = useQuery({
    queryKey: ["items", "pick", trigger.sign, words, cardId, peopleTypes.join()],
    queryFn: ({ signal }) => find(trigger.sign, words, peopleTypes, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const found = (data ?? []).filter((option) => option.id !== cardId);
  const maker = people.find(({ creatable }) => creatable)?.type;
  const known = found.some(({ title }) => title.toLocaleLowerCase() === words.toLocaleLowerCase());
  const makes = trigger.sign === "@" && maker !== undefined && words !== "" && data !== undefined && !known;
  const count = found.length + (makes ? 1 : 0);
  // The first card, unless a person went elsewhere. Nobody is made by Enter alone, which may end a line with "@noon".
  const [active, setActive] = useState<number | null>(null);
  const [asked, setAsked] = useState(words);
  if (asked !== words) {
    setAsked(words);
    setActive(null);
  }
  const chosen = active === null ? Math.min(0, found.length - 1) : Math.min(active, count - 1);

  const make = async (type: string) => {
    try {
      const made = await items.create({ type, title: words }, crypto.randomUUID());
      client.setQueryData(keys.item(made.id), made);
      refreshCounts(client);
      void client.invalidateQueries({ queryKey: keys.lists });
      onPick(trigger, referenceTo(made));
    } catch (error) {
      shell().notifications.show({ message: failureWords(`“${words}” was not added:`, error), intent: "error" });
    }
  };
  const pick = (index: number) => {
    const option = found[index];
    if (option) onPick(trigger, referenceTo(option));
    else if (maker) void make(maker);
  };
  const said =
    data && (count === 0 ? "No matching cards" : `${found.length} ${found.length === 1 ? "card fits" : "cards fit"}`);
  const options = found.map(({ id, type, title, line }) => ({
    key: id,
    content: (
      <>
        <span className={styles.icon}>
          <TypeIcon type={type} />
        </span>
        <span className={styles.text}>
          <span className={styles.cut}>{title}</span>
          {line && <span className={mergeClasses(styles.cut, styles.line)}>{line}</span>}
        </span>
      </>
    ),
  }));
  if (makes)
    options.push({
      key: "new",
      content: (
        <>
          <span className={styles.icon}>
            <PersonAdd20Regular aria-hidden="true" />
          </span>
          <span className={styles.cut}>Add “{words}”</span>
        </>
      ),
    });
  return (
    <CaretList
      {...field}
      label={trigger.sign === "@" ? "People and cards" : "Cards"}
      said={said}
      width={320}
      from={trigger.from}
      options={options}
      optionClass={styles.option}
      chosen={chosen}
      onChoose={setActive}
      onPick={pick}
    />
  );
}

/** "@": people before other cards; "[[": cards of any type. Before anything is typed, those changed last. */
async function find(sign: Trigger["sign"], words: string, people: string[], signal: AbortSignal): Promise<Option[]> {
  const of = async (type: string, limit: number) => {
    const query = words ? ({ type, q: words, limit } as const) : ({ type, sort: "updated", limit } as const);
    return (await items.list(query, signal)).items;
  };
  const lists = await Promise.all([...(sign === "@" ? people.map((type) => of(type, PEOPLE)) : []), of("all", CARDS)]);
  const all = new Map(lists.flat().map(({ id, type, title, line }) => [id, { id, type, title, line }]));
  return [...all.values()].slice(0, sign === "@" ? PEOPLE + CARDS : CARDS);
}
