import { makeStyles } from "@tessera/fluent";
import { Notice } from "@tessera/ui";
import { type RefObject, useEffect, useState } from "react";
import { useAudio } from "./use-transcript.ts";

const useStyles = makeStyles({ audio: { width: "100%", height: "40px", display: "block" } });

/** Plays the recording; `onTime` is given the place in seconds as it plays. */
export function Player(props: { id: string; audio: RefObject<HTMLAudioElement | null>; onTime: (at: number) => void }) {
  const styles = useStyles();
  const { data, error } = useAudio(props.id);
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const address = URL.createObjectURL(data);
    setSource(address);
    return () => URL.revokeObjectURL(address);
  }, [data]);
  if (error) return <Notice intent="warning">{error.message}</Notice>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript below is the caption
    <audio
      ref={props.audio}
      className={styles.audio}
      controls
      src={source}
      aria-label="Recording"
      onTimeUpdate={(event) => props.onTime(event.currentTarget.currentTime)}
    />
  );
}
