import type { Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import type { RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import { makeStyles } from "@tessera/fluent";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { clock } from "../words.ts";
import { RecogniserFields } from "./recogniser-fields.tsx";
import { isWhole } from "./recogniser-words.ts";
import { useRecognisers } from "./use-recognisers.ts";

interface Props {
  transcript: Transcript;
  act(choice: RecogniserChoice): Promise<unknown>;
}

const useStyles = makeStyles({ line: { margin: 0 } });

export const openAgain = (props: Props) =>
  shell().dialogs.open(AgainDialog, props, { title: "Transcribe again", width: "440px", buttons: [] });

function AgainDialog({ transcript, act, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [choice, setChoice] = useState(transcript.recogniser);
  const { data } = useRecognisers();
  const { seconds } = transcript;
  return (
    <DialogForm
      dialog={dialog}
      confirm="Transcribe again"
      cancel="Cancel"
      disabled={!isWhole(choice, data?.items ?? [])}
      act={() => act(choice)}
      sentence={(error) => failureWords("Nothing was changed.", error)}
    >
      <RecogniserFields choice={choice} onChange={setChoice} onLeave={() => dialog.cancel()} />
      <p className={styles.line}>
        {`Its length${seconds === null ? "" : `, ${clock(seconds)},`} counts towards your plan once more. The text of now, with what you corrected and the names of speakers, becomes an earlier text that you can restore. Notes stay.`}
      </p>
    </DialogForm>
  );
}
