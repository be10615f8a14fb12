import type { Item } from "@tessera/contracts-items/items.ts";
import type { ValueSetter } from "@tessera/contracts-items/setters.ts";
import { settersClient } from "@tessera/contracts-items/setters-client.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { Link } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { RelativeTime, TextButton, useMoment } from "@tessera/ui";
import { items, keys } from "../../api.ts";
import { keepItem, refreshCounts } from "../../triage/change-items.ts";
import { offerUndo } from "../../triage/undo.ts";
import { updateItem } from "../../triage/update-item.ts";
import { sentenceOf } from "../../triage/use-triage.ts";
import { useItemTypes } from "../../types/item-types.ts";
import { beforeWords, inverseOf, isShown, nameOf, patchBack, whoWords } from "./value-words.ts";

const setters = settersClient((path, init) => shell().http(path, init));

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: "none" },
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    gap: "0 12px",
    minHeight: "28px",
    padding: "2px 0",
    overflowWrap: "anywhere",
  },
  words: { flex: "1 1 160px", minWidth: 0 },
  link: { color: "inherit" },
  quiet: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** Each value that was set since the card came in: by whom, when, what it was before, and the way back. */
export function ValueSetters({ item }: { item: Item }) {
  const styles = useStyles();
  const client = useQueryClient();
  const names = { types: useItemTypes(), moment: useMoment() };
  const { data } = useQuery({
    queryKey: ["items", "setters", item.id, item.version],
    queryFn: ({ signal }) => setters.ofCard(item.id, signal),
    placeholderData: (before, query) => (query?.queryKey[2] === item.id ? before : undefined),
  });
  const all = data?.items ?? [];
  const shown = all.filter(isShown);
  if (!shown.length) return null;
  const revert = async (one: ValueSetter) => {
    const write = async (patch: (now: Item) => Parameters<typeof updateItem>[3]) => {
      const now = await items.get(item.id);
      const made = await updateItem(items, item.id, now, patch(now));
      keepItem(client, made);
      refreshCounts(client);
      void client.invalidateQueries({ queryKey: keys.lists });
      return now;
    };
    const label = `Reverted: ${nameOf(one)}`;
    try {
      let patch = {};
      const before = await write((now) => {
        patch = patchBack(one, now, all);
        return patch;
      });
      offerUndo(label, async () => void (await write(() => inverseOf(patch, before))), [item.id]);
    } catch (error) {
      shell().notifications.show({ message: `Nothing was reverted. ${sentenceOf(error)}`, intent: "error" });
    }
  };
  return (
    <ul className={styles.list} aria-label="Set since it came in">
      {shown.map((one) => (
        <li key={one.field} className={styles.row}>
          <span className={styles.words}>
            {nameOf(one)}:{" "}
            {one.run ? (
              <Link className={styles.link} to={`/agents/runs/${one.run}`}>
                {whoWords(one)}
              </Link>
            ) : (
              whoWords(one)
            )}
          </span>
          <span className={styles.quiet}>
            {beforeWords(one, names)}, <RelativeTime at={one.at} />
          </span>
          {one.revertible && (
            <TextButton onClick={() => void revert(one)}>Revert {nameOf(one).toLowerCase()}</TextButton>
          )}
        </li>
      ))}
    </ul>
  );
}
