import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { VisuallyHidden } from "@tessera/ui";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Keys of the field, while a list is shown. @returns whether the list took it */
export type ListKeys = (key: string) => boolean;

/** Where a character of a text stands: px from the corner of what a list is placed in, and how wide that is. */
export type PlaceOf = (index: number) => { left: number; top: number; width: number };

/** What a field gives to a list that opens in it. */
export interface ListField {
  /** Of the listbox; options are `<id>-<number>`. */
  id: string;
  /** The same function as long as the field is the same. */
  placeOf: PlaceOf;
  keys: RefObject<ListKeys | null>;
  /** Says which option the keyboard is at; null while there is none. */
  onActive: (optionId: string | null) => void;
  onClose: () => void;
}

interface CaretListProps extends ListField {
  label: string;
  /** What screen readers hear of it. */
  said: string | undefined;
  /** Px. */
  width: number;
  /** Index of the character that it stands below. */
  from: number;
  options: readonly { key: string; content: ReactNode }[];
  optionClass: string;
  /** Number of the option that Enter picks; -1 for none. */
  chosen: number;
  onChoose: (option: number) => void;
  onPick: (option: number) => void;
}

const useStyles = makeStyles({
  list: {
    position: "absolute",
    zIndex: 3,
    boxSizing: "border-box",
    maxWidth: "100%",
    maxHeight: "280px",
    overflowY: "auto",
    padding: "4px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  option: {
    alignItems: "center",
    columnGap: "8px",
    padding: "2px 8px",
    borderRadius: "4px",
    cursor: "pointer",
    "@media (pointer: coarse)": { minHeight: "44px" },
  },
  active: { backgroundColor: "var(--sel)" },
});

/** A list below the place where somebody types. The keyboard stays in the field, whose keys move through the list. */
export function CaretList(props: CaretListProps) {
  const { id, label, said, width, from, placeOf, options, optionClass, chosen, onActive, onClose } = props;
  const styles = useStyles();
  const count = options.length;
  const latest = useRef<ListKeys>(() => false);
  latest.current = (key) => {
    if (count === 0) return false;
    if (key === "Escape") {
      onClose();
      return true;
    }
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : -1;
      props.onChoose(chosen < 0 ? (step > 0 ? 0 : count - 1) : (chosen + step + count) % count);
      return true;
    }
    if ((key === "Enter" || key === "Tab") && chosen >= 0) {
      props.onPick(chosen);
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
  const active = chosen >= 0 && chosen < count ? `${id}-${chosen}` : null;
  useEffect(() => onActive(active), [active, onActive]);
  useEffect(() => () => onActive(null), [onActive]);

  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const shown = count > 0;
  useLayoutEffect(() => {
    if (!shown) return;
    const room = placeOf(from);
    setPlace({ left: Math.min(room.left, Math.max(0, room.width - width)), top: room.top + 4 });
  }, [shown, placeOf, from, width]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has its place, and when it grows
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: "nearest" });
  }, [place, count]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
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
          aria-label={label}
          className={styles.list}
          style={{ width: `${width}px`, ...(place ?? { visibility: "hidden" }) }}
        >
          {options.map(({ key, content }, index) => (
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={mergeClasses(styles.option, optionClass, index === chosen && styles.active)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => props.onPick(index)}
              onKeyDown={() => undefined}
            >
              {content}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
