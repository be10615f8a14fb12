import type { EarlierText, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { type DialogActions, shell } from "@tessera/shell-api";
import { Notice, useMoment } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { madeByInWords } from "./recogniser-words.ts";

interface Props {
  earlier: Transcript["earlier"];
  restore(text: EarlierText): Promise<unknown>;
}

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    padding: "12px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: { flexGrow: 1, flexBasis: "200px", minWidth: 0, overflowWrap: "anywhere" },
  line: { color: tokens.colorNeutralForeground2 },
});

export const openEarlier = (props: Props) =>
  shell().dialogs.open(EarlierDialog, props, { title: "Earlier texts", width: "480px", buttons: [] });

const count = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`;

function EarlierDialog({ earlier, restore, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const moment = useMoment();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const put = async (text: EarlierText) => {
    setBusy(true);
    try {
      await restore(text);
      dialog.close(true);
    } catch (error) {
      setFailure(failureWords("Nothing was changed.", error));
      setBusy(false);
    }
  };
  return (
    <>
      {failure && <Notice intent="error">{failure}</Notice>}
      <ul className={styles.list} aria-label="Earlier texts">
        {earlier.map((text) => (
          <li key={text.id} className={styles.row}>
            <div className={styles.words}>
              <div>{madeByInWords(text)}</div>
              <div className={styles.line}>
                {[
                  `Until ${moment(text.replacedAt)}`,
                  count(text.segments, "sentence"),
                  ...(text.edited ? [`${text.edited} changed by you`] : []),
                ].join(" · ")}
              </div>
            </div>
            <Button
              disabledFocusable={isBusy}
              aria-label={`Restore: ${madeByInWords(text)}, until ${moment(text.replacedAt)}`}
              onClick={() => void put(text)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
