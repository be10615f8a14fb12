import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Keycap, VisuallyHidden } from "@tessera/ui";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PickerKeys, PlaceOf } from "../mentions/picker-keys.ts";
import { type Block, blocksFor, type SlashTrigger } from "./slash.ts";

const WIDTH = 240;
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
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "8px",
    minHeight: "32px",
    padding: "2px 8px",
    borderRadius: "4px",
    cursor: "pointer",
    "@media (pointer: coarse)": { minHeight: "44px" },
  },
  active: { backgroundColor: "var(--sel)" },
});

/** Blocks that fit what was typed behind "/", below the place where it is typed. */
export function BlockMenu(props: {
  /** Of the listbox; options are `<id>-<number>`. */
  id: string;
  trigger: SlashTrigger;
  placeOf: PlaceOf;
  onPick: (trigger: SlashTrigger, block: Block) => void;
  onClose: () => void;
  keys: RefObject<PickerKeys | null>;
  onActive: (optionId: string | null) => void;
}) {
  const { id, trigger, placeOf, onPick, onClose, onActive } = props;
  const styles = useStyles();
  const found = blocksFor(trigger.words);
  const [chosen, setChosen] = useState(0);
  const [asked, setAsked] = useState(trigger.words);
  if (asked !== trigger.words) {
    setAsked(trigger.words);
    setChosen(0);
  }
  const latest = useRef<PickerKeys>(() => false);
  latest.current = (key) => {
    const block = found[chosen];
    if (!block) return false;
    if (key === "Escape") onClose();
    else if (key === "ArrowDown" || key === "ArrowUp")
      setChosen((chosen + (key === "ArrowDown" ? 1 : -1) + found.length) % found.length);
    else if (key === "Enter" || key === "Tab") onPick(trigger, block);
    else return false;
    return true;
  };
  useEffect(() => {
    props.keys.current = (key) => latest.current(key);
    return () => {
      props.keys.current = null;
    };
  }, [props.keys]);
  const active = found.length > 0 ? `${id}-${chosen}` : null;
  useEffect(() => {
    onActive(active);
    if (active) document.getElementById(active)?.scrollIntoView?.({ block: "nearest" });
    return () => onActive(null);
  }, [active, onActive]);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const { left, top, width } = placeOf(trigger.from);
    setPlace({ left: Math.min(left, Math.max(0, width - WIDTH)), top: top + 4 });
  }, [placeOf, trigger.from]);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has its place, and when it grows
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: "nearest" });
  }, [place, found.length]);
  if (found.length === 0) return null;
  return (
    <>
      <VisuallyHidden as="div">
        <span role="status">{`${found.length} ${found.length === 1 ? "block fits" : "blocks fit"}`}</span>
      </VisuallyHidden>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Insert"
        className={styles.list}
        style={place ?? { visibility: "hidden" }}
      >
        {found.map((block, index) => (
          <div
            key={block.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={mergeClasses(styles.option, index === chosen && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(trigger, block)}
            onKeyDown={() => undefined}
          >
            {block.label}
            {block.sign && <Keycap>{block.sign}</Keycap>}
          </div>
        ))}
      </div>
    </>
  );
}
