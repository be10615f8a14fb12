import type { InboxData, Item } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles, Tooltip } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import type { z } from "zod";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { type Capture, loadCaptures } from "../captures.ts";
import { convertCard } from "../convert-card.ts";
import { SURE } from "../guess.ts";
import { labelOfType, useItemTypes } from "../item-types.ts";

const useStyles = makeStyles({ buttons: { display: "flex", gap: "8px", flexWrap: "wrap" } });

const guessOf = (item: Item) => (item.data as z.output<typeof InboxData>).guess;

/** The types that a capture may become, once their code is there. */
function useTargets(): Capture[] {
  const { data } = useQuery({
    queryKey: ["items", "captures"],
    queryFn: loadCaptures,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (data ?? []).filter(({ words }) => words.convert !== undefined);
}

function Body({ item, edit, saved }: ItemBodyProps) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const client = useQueryClient();
  const types = useItemTypes();
  const targets = useTargets();
  const guess = guessOf(item);
  const nameOf = (type: string) => labelOfType(type, types).toLowerCase();
  const convert = async (target: Capture) => {
    await saved();
    await convertCard(client, item.id, target, nameOf(target.type));
  };
  const guessed = guess && guess.confidence >= SURE && targets.some(({ type }) => type === guess.type) ? guess : null;
  return (
    <>
      <div className={detail.notice}>
        <span className={detail.grow}>
          {guessed
            ? `Looks like a ${nameOf(guessed.type)} (${Math.round(guessed.confidence * 100)}% sure).`
            : "Not sorted yet. What is it?"}
        </span>
        <span className={styles.buttons}>
          {targets.map((target) => {
            const possible = Boolean(target.code.convert?.(item));
            const button = (
              <Button
                key={target.type}
                size="small"
                appearance={guessed?.type === target.type ? "primary" : "secondary"}
                disabledFocusable={!possible}
                onClick={() => void convert(target)}
              >
                {target.words.convert}
              </Button>
            );
            return possible || !target.code.unconvertible ? (
              button
            ) : (
              <Tooltip key={target.type} content={target.code.unconvertible} relationship="description">
                {button}
              </Tooltip>
            );
          })}
        </span>
      </div>
      <MarkdownField
        label="Text"
        text={item.body}
        placeholder="What was captured"
        onChange={(body) => edit({ body })}
      />
    </>
  );
}

/** A raw capture: what it looks like, and one button for each type that it may become. */
const view: ItemTypeView = { Body };
export default view;
