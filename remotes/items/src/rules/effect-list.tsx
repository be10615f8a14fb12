import type { CardEffect } from "@tessera/contracts-items/rules.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { Link } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { RelativeTime, TextButton, useMoment } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { keys } from "../api.ts";
import { keepItem, refreshCounts } from "../triage/change-items.ts";
import { useItemTypes } from "../types/item-types.ts";
import { settingWords } from "./rule-words.ts";
import { ruleKeys, rules } from "./rules-api.ts";

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

export const RULES_PATH = "/items/rules";

/** What rules set, each with the way back. @param about the other side: the rule of a card, or the card of a rule */
export function EffectList(props: {
  label: string;
  effects: readonly CardEffect[];
  about: (effect: CardEffect) => { text: string; path: string };
  /** Before the page is left by a link. */
  onLeave?: () => void;
}) {
  const styles = useStyles();
  const client = useQueryClient();
  const names = { types: useItemTypes(), moment: useMoment() };
  const revert = async (effect: CardEffect) => {
    try {
      keepItem(client, await rules.revert(effect.id));
      refreshCounts(client);
      void client.invalidateQueries({ queryKey: keys.lists });
      shell().notifications.show({ message: `Reverted: ${settingWords(effect, names)}`, intent: "success" });
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was reverted.", error), intent: "error" });
    }
    void client.invalidateQueries({ queryKey: ruleKeys.effects });
  };
  return (
    <ul className={styles.list} aria-label={props.label}>
      {props.effects.map((effect) => {
        const { text, path } = props.about(effect);
        const words = settingWords(effect, names);
        return (
          <li key={effect.id} className={styles.row}>
            <span className={styles.words}>
              {capital(words)}:{" "}
              <Link className={styles.link} to={path} onClick={props.onLeave}>
                {text}
              </Link>
            </span>
            <span className={styles.quiet}>
              <RelativeTime at={effect.at} />
            </span>
            {effect.stands ? (
              <TextButton onClick={() => void revert(effect)}>Revert {words}</TextButton>
            ) : (
              <span className={styles.quiet}>changed since</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const capital = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;
