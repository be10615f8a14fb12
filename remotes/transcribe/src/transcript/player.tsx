import { FastForward20Regular } from "@fluentui/react-icons/svg/fast-forward";
import { Pause20Regular } from "@fluentui/react-icons/svg/pause";
import { Play20Regular } from "@fluentui/react-icons/svg/play";
import { Rewind20Regular } from "@fluentui/react-icons/svg/rewind";
import { makeStyles } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { IconButton, Notice } from "@tessera/ui";
import { clock } from "../words.ts";
import { type Playback, SEEK_SECONDS, SPEEDS } from "./use-playback.ts";
import { Waveform } from "./waveform.tsx";

const useStyles = makeStyles({
  controls: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px" },
  time: { margin: "0 8px", fontVariantNumeric: "tabular-nums" },
  speed: { marginLeft: "auto" },
});

/** Plays the recording: waveform, place, speed. */
export function Player({ playback }: { playback: Playback }) {
  const styles = useStyles();
  const { audio, source, sound, error, isPlaying, at, seconds, speed } = playback;
  if (error) return <Notice intent="warning">{error.message}</Notice>;
  return (
    <section aria-label="Player">
      <audio ref={audio} src={source} aria-label="Recording" {...playback.events} />
      <Waveform sound={sound} seconds={seconds} at={at} onSeek={playback.seek} />
      <div className={styles.controls}>
        <IconButton
          icon={<Rewind20Regular />}
          label={`Back ${SEEK_SECONDS} seconds (F1)`}
          onClick={() => playback.skip(-SEEK_SECONDS)}
        />
        {isPlaying ? (
          <IconButton icon={<Pause20Regular />} label="Pause (Esc)" onClick={playback.pause} />
        ) : (
          <IconButton icon={<Play20Regular />} label="Play" onClick={playback.play} />
        )}
        <IconButton
          icon={<FastForward20Regular />}
          label={`Forward ${SEEK_SECONDS} seconds (F2)`}
          onClick={() => playback.skip(SEEK_SECONDS)}
        />
        <span className={styles.time} role="timer" aria-label="Place">
          {clock(at)} / {clock(seconds)}
        </span>
        <Select
          className={styles.speed}
          aria-label="Speed (F3, F4)"
          value={String(speed)}
          onChange={(_, { value }) => playback.setSpeed(Number(value))}
        >
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </Select>
      </div>
    </section>
  );
}
