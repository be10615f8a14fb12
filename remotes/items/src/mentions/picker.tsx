import { PersonAdd20Regular } from "@fluentui/react-icons/svg/person-add";
import { MENTION } from "@tessera/contracts-items/mention-limits.ts";
import type { CardName } from "@tessera/contracts-items/mentions.ts";
import { referenceTo } from "@tessera/contracts-items/references.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { keepPreviousData, useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { VisuallyHidden } from "@tessera/ui";
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from "react";
import { items, keys } from "../api.ts";
import { refreshCounts } from "../triage/change-items.ts";
import { sentenceOf } from "../triage/use-triage.ts";
import { useItemTypes } from "../types/item-types.ts";
import { TypeIcon } from "../types/type-icon.tsx";
import type { PickerKeys, PlaceOf } from "./picker-keys.ts";
import type { Trigger } from "./trigger.ts";

const WIDTH = 320;
const useStyles = makeStyles({
  list: {
    position: "absolute",
    zIndex: 3,
    boxSizing: "border-box",
    width: `min(${WIDTH}px, 100%)`,
    maxHeight: "280px",
    overflowY: "auto",
    padding: "4px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  option: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr)",
    columnGap: "8px",
    alignItems: "center",
    minHeight: "36px",
    padding: "2px 8px",
    borderRadius: "4px",
    cursor: "pointer",
    "@media (pointer: coarse)": { minHeight: "44px" },
  },
  active: { backgroundColor: "var(--sel)" },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
  text: { display: "flex", flexDirection: "column", minWidth: 0 },
  cut: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  line: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** People and cards that are offered at a time. */
const PEOPLE = 5;
const CARDS = 6;

type Option = CardName & { line: string };
export interface PickerProps {
  /** Of the listbox; options are `<id>-<number>`. */
  id: string;
  trigger: Trigger;
  /** The same function as long as the field is the same. */
  placeOf: PlaceOf;
  /** The card whose text it is: it is not offered. */
  cardId: string | null;
  onPick: (trigger: Trigger, text: string) => void;
  onClose: () => void;
  keys: RefObject<PickerKeys | null>;
  /** Says which option the keyboard is at; null while there is none. */
  onActive: (optionId: string | null) => void;
}

/** Cards that fit what was typed behind "@" or "[[", below the place where it is typed. */
export function Picker(props: PickerProps) {
  const { id, trigger, placeOf, cardId, onPick, onClose, onActive } = props;
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
      shell().notifications.show({ message: `“${words}” was not added: ${sentenceOf(error)}`, intent: "error" });
    }
  };
  const pick = (index: number) => {
    const option = found[index];
    if (option) onPick(trigger, referenceTo(option));
    else if (maker) void make(maker);
  };
  const latest = useRef<PickerKeys>(() => false);
  latest.current = (key) => {
    if (count === 0) return false;
    if (key === "Escape") {
      onClose();
      return true;
    }
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : -1;
      setActive(chosen < 0 ? (step > 0 ? 0 : count - 1) : (chosen + step + count) % count);
      return true;
    }
    if ((key === "Enter" || key === "Tab") && chosen >= 0) {
      pick(chosen);
      return true;
    }
    return false;
  };
  useEffect(() => {
    props.keys.current = (key) => latest.current(key);
    return () => {
      props.keys.current = null;
    };
  }, [props.keys]);
  useEffect(() => onActive(chosen < 0 ? null : `${id}-${chosen}`), [id, chosen, onActive]);
  useEffect(() => () => onActive(null), [onActive]);

  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const shown = count > 0;
  useLayoutEffect(() => {
    if (!shown) return;
    const { left, top, width } = placeOf(trigger.from);
    setPlace({ left: Math.min(left, Math.max(0, width - WIDTH)), top: top + 4 });
  }, [shown, placeOf, trigger.from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has its place, and when it grows
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: "nearest" });
  }, [place, count]);
  useEffect(() => {
    if (chosen >= 0) document.getElementById(`${id}-${chosen}`)?.scrollIntoView?.({ block: "nearest" });
  }, [id, chosen]);
  const said =
    data && (count === 0 ? "No matching cards" : `${found.length} ${found.length === 1 ? "card fits" : "cards fit"}`);
  return (
    <>
      <VisuallyHidden as="div">
        <span role="status">{said}</span>
      </VisuallyHidden>
      {shown && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={trigger.sign === "@" ? "People and cards" : "Cards"}
          className={styles.list}
          style={place ?? { visibility: "hidden" }}
        >
          {found.map((option, index) => (
            <div
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={mergeClasses(styles.option, index === chosen && styles.active)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(index)}
              onKeyDown={() => undefined}
            >
              <span className={styles.icon}>
                <TypeIcon type={option.type} />
              </span>
              <span className={styles.text}>
                <span className={styles.cut}>{option.title}</span>
                {option.line && <span className={mergeClasses(styles.cut, styles.line)}>{option.line}</span>}
              </span>
            </div>
          ))}
          {makes && (
            <div
              id={`${id}-${found.length}`}
              role="option"
              tabIndex={-1}
              aria-selected={chosen === found.length}
              className={mergeClasses(styles.option, chosen === found.length && styles.active)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(found.length)}
              onKeyDown={() => undefined}
            >
              <span className={styles.icon}>
                <PersonAdd20Regular aria-hidden="true" />
              </span>
              <span className={styles.cut}>Add “{words}”</span>
            </div>
          )}
        </div>
      )}
    </>
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
