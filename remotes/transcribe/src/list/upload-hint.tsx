import { makeStyles, tokens } from "@tessera/fluent";
import { TextButton } from "@tessera/ui";
import { whereInWords } from "../recogniser/recogniser-words.ts";
import { useDecoder, useRecognisers, useSettings } from "../recogniser/use-recognisers.ts";

const useStyles = makeStyles({
  root: { flexGrow: 1, flexBasis: "240px", margin: 0, color: tokens.colorNeutralForeground2 },
});

const WHAT = "Speech in any audio or video file that this browser plays, up to 2 hours. Only its sound is kept.";
const WHAT_ELSE = "Speech in audio and video files of all usual kinds, up to 2 hours. Only its sound is kept.";

/** What is taken, who gets it and how long it stays, said before anything is sent. */
export function UploadHint() {
  const styles = useStyles();
  const settings = useSettings();
  const choice = settings.data?.recogniser;
  const recognisers = useRecognisers(choice?.providerId != null);
  const failed = settings.error ?? recognisers.error;
  const decoder = useDecoder();
  const days = settings.data?.keepSoundDays;
  return (
    <p className={styles.root}>
      {decoder.data?.ffmpeg ? WHAT_ELSE : WHAT}
      {choice && (choice.providerId === null || recognisers.data) && (
        <> {whereInWords(choice, recognisers.data?.items ?? [])}</>
      )}
      {days &&
        ` The sound is deleted ${days === 1 ? "1 day" : `${days} days`} after it was transcribed; the text stays.`}
      {failed && (
        <>
          {" Where it is transcribed could not be loaded. "}
          <TextButton
            onClick={() => {
              void settings.refetch();
              void recognisers.refetch();
            }}
          >
            Try again
          </TextButton>
        </>
      )}
    </p>
  );
}
