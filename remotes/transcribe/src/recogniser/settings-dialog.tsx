import type { TranscribeSettings } from "@tessera/contracts-transcribe/settings.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { RecogniserFields } from "./recogniser-fields.tsx";
import { decodedInWords, isWhole } from "./recogniser-words.ts";
import { useDecoder, useRecognisers } from "./use-recognisers.ts";

interface Props {
  settings: TranscribeSettings;
  save(settings: TranscribeSettings): Promise<unknown>;
}

const KEEP = "";
const DAYS = [1, 7, 30, 90, 365];

const useStyles = makeStyles({ line: { margin: 0, color: tokens.colorNeutralForeground2 } });

export const openSettings = (props: Props) =>
  shell().dialogs.open(SettingsDialog, props, { title: "Settings of Transcribe", width: "440px", buttons: [] });

function SettingsDialog({ settings, save, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [recogniser, setRecogniser] = useState(settings.recogniser);
  const [keepSoundDays, setDays] = useState(settings.keepSoundDays);
  const { data } = useRecognisers();
  const decoder = useDecoder();
  const days = [...new Set([...DAYS, ...(settings.keepSoundDays ? [settings.keepSoundDays] : [])])].toSorted(
    (a, b) => a - b,
  );
  return (
    <DialogForm
      dialog={dialog}
      confirm="Save"
      cancel="Cancel"
      disabled={!isWhole(recogniser, data?.items ?? [])}
      act={() => save({ recogniser, keepSoundDays })}
      sentence={(error) => failureWords("Nothing was saved.", error)}
    >
      <RecogniserFields choice={recogniser} onChange={setRecogniser} onLeave={() => dialog.cancel()} />
      <Field
        label="Sound of transcribed recordings"
        hint={
          keepSoundDays
            ? "Counts for the recordings that are there, too. Their texts stay; without sound, they cannot be played or transcribed again."
            : "Stays until you delete the recording."
        }
      >
        <Select
          value={keepSoundDays ? String(keepSoundDays) : KEEP}
          onChange={(_, { value }) => setDays(value ? Number(value) : null)}
        >
          <option value={KEEP}>Keep it</option>
          {days.map((count) => (
            <option key={count} value={count}>
              {count === 1 ? "Delete it after 1 day" : `Delete it after ${count} days`}
            </option>
          ))}
        </Select>
      </Field>
      {decoder.data && <p className={styles.line}>{decodedInWords(decoder.data)}</p>}
    </DialogForm>
  );
}
