import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { makeStyles } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { type PaletteSource, shell, usePaletteSource } from "@tessera/shell-api";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { loadPart } from "../load-part.ts";
import { naming } from "../triage/use-triage.ts";
import type { SpokenAnswer, SpokenChip } from "./do-spoken.ts";
import type { SpokenBar } from "./spoken-bar.tsx";

const useStyles = makeStyles({
  area: { display: "flex", flexDirection: "column", flexGrow: 1, minHeight: 0 },
});

/** What a shell hands over that hears somebody (libs/dictation); one that is older never does. */
type Dictated = CustomEvent<string> & { start?: number };

/** What was heard after one start; more may follow. */
interface Heard {
  start: number | undefined;
  /** The cards that were meant when it began, wherever the list has gone since, as they are now. */
  on: readonly ItemSummary[];
  open: string;
}

const HINT = "Say “archive”, “snooze to Monday” or “tag travel”";
const loadBar = () => loadPart(() => import("./spoken-bar.tsx"));
const loadDoing = () => loadPart(() => import("./do-spoken.ts"));
const loadFinding = () => loadPart(() => import("./find-commands.ts"));
/** What a command begins with that needs more words; nothing is loaded for anything else. */
const BEGINS = /^(?:snooze|reschedule|postpone|(?:un)?tag)\b/i;

/** A list whose triage can be spoken: the dictation key is held, and what is said is done and can be taken back. */
export function SpokenList(props: {
  /** Another list shows nothing of what was said in this one. */
  list: string;
  targets: () => ItemSummary[];
  changeAll: Parameters<typeof import("./do-spoken.ts").doSpoken>[1]["changeAll"];
  children: ReactNode;
}) {
  const styles = useStyles();
  const client = useQueryClient();
  const area = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ Bar: typeof SpokenBar; answer: SpokenAnswer; list: string } | null>(null);
  const latest = useRef(props);
  latest.current = props;

  const palette = useMemo(
    (): PaletteSource => ({
      id: "items.commands",
      group: "This list",
      async search(query) {
        const on = BEGINS.test(query) ? latest.current.targets() : [];
        if (on.length === 0) return [];
        const { findCommands } = await loadFinding();
        const path = location.pathname + location.search;
        return (await findCommands(query, client)).map(({ title, said }) => ({
          ...{ id: said, title, line: naming(on), path },
          run: () => void area.current?.dispatchEvent(new CustomEvent("dictated", { detail: said })),
        }));
      },
    }),
    [client],
  );
  usePaletteSource(palette);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let last: Promise<Heard | null> = Promise.resolve(null);
    const onGone = (chip: SpokenChip) =>
      setShown((now) => {
        if (!now) return null;
        const chips = now.answer.chips.filter((one) => one !== chip);
        return chips.length + now.answer.notes.length > 0 ? { ...now, answer: { ...now.answer, chips } } : null;
      });
    const hear = async (before: Heard | null, { detail, start }: Dictated, meant: ItemSummary[]): Promise<Heard> => {
      const follows = before && start !== undefined && before.start === start ? before : null;
      const [{ doSpoken }, { SpokenBar: Bar }] = await Promise.all([loadDoing(), loadBar()]);
      const { changeAll, list } = latest.current;
      const said = `${follows?.open ?? ""} ${detail}`.trim();
      const about = { client, on: follows?.on ?? meant, changeAll, onGone };
      const { answer, on, open } = await doSpoken(said, about);
      setShown((now) => {
        const earlier = follows && now ? now.answer.chips : [];
        return { Bar, list, answer: { ...answer, chips: [...earlier, ...answer.chips] } };
      });
      return { start, on, open };
    };
    const onDictated = (event: Event) => {
      const meant = latest.current.targets();
      last = last
        .then((before) => hear(before, event as Dictated, meant))
        .catch(() => {
          const message = `Nothing was done about “${(event as Dictated).detail}”: its code did not arrive. Try again.`;
          shell().notifications.show({ message, intent: "error" });
          return null;
        });
    };
    element.addEventListener("dictated", onDictated);
    return () => element.removeEventListener("dictated", onDictated);
  }, [client]);

  return (
    <div ref={area} className={styles.area} data-dictation="commands" data-dictation-hint={HINT}>
      {shown?.list === props.list && <shown.Bar answer={shown.answer} onClose={() => setShown(null)} />}
      {props.children}
    </div>
  );
}
