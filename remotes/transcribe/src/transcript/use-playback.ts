import type { Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { useCommands } from "@tessera/shell-api";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useAudio } from "./use-transcript.ts";

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
export const SEEK_SECONDS = 5;
/** How finely the place that plays is shown, in seconds: no word is shorter. */
const GRAIN = 0.06;

export interface Playback {
  audio: RefObject<HTMLAudioElement | null>;
  /** Address of the sound for the player, and the sound. */
  source: string | undefined;
  sound: Blob | undefined;
  error: Error | null;
  isPlaying: boolean;
  /** In seconds. */
  at: number;
  seconds: number;
  speed: number;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  skip(seconds: number): void;
  playFrom(seconds: number): void;
  /** Plays a part, and pauses at its end. */
  playPart(from: number, to: number): void;
  setSpeed(speed: number): void;
  events: {
    onTimeUpdate: () => void;
    onPlay: () => void;
    onPause: () => void;
    onLoadedMetadata: () => void;
  };
}

/**
 * The player of one recording and its keys: Escape pauses, F1 and F2 go back and forward, F3 and F4 change the speed.
 */
export function usePlayback(
  { id, seconds: known, soundDeletedAt }: Pick<Transcript, "id" | "seconds" | "soundDeletedAt">,
  startAt: number,
): Playback {
  const audio = useRef<HTMLAudioElement>(null);
  const { data, error } = useAudio(id, soundDeletedAt === null);
  const [source, setSource] = useState<string>();
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(startAt);
  const [speed, setSpeedState] = useState(1);
  const [length, setLength] = useState(known ?? 0);
  /** Where a part ends that plays, in seconds. */
  const stopAt = useRef<number | null>(null);
  useEffect(() => {
    if (!data) return;
    const address = URL.createObjectURL(data);
    setSource(address);
    return () => URL.revokeObjectURL(address);
  }, [data]);
  // Smoother than the player's own events, which come four times a second.
  useEffect(() => {
    if (!isPlaying) return;
    let shown = Number.NEGATIVE_INFINITY;
    let frame = requestAnimationFrame(function follow() {
      const now = audio.current?.currentTime ?? 0;
      if (Math.abs(now - shown) >= GRAIN) {
        shown = now;
        setAt(now);
      }
      if (stopAt.current !== null && now >= stopAt.current) audio.current?.pause();
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);

  const play = () => void audio.current?.play().catch(() => undefined);
  const pause = () => audio.current?.pause();
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds;
    setAt(seconds);
  };
  const skip = (seconds: number) => {
    const now = audio.current?.currentTime ?? at;
    seek(Math.min(length, Math.max(0, now + seconds)));
  };
  const setSpeed = (wanted: number) => {
    if (audio.current) audio.current.playbackRate = wanted;
    setSpeedState(wanted);
  };
  const faster = (step: number) => {
    const now = SPEEDS.indexOf(audio.current?.playbackRate ?? 1);
    const next = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, (now < 0 ? SPEEDS.indexOf(1) : now) + step))];
    if (next) setSpeed(next);
  };
  const latest = useRef({ play, pause, skip, faster });
  latest.current = { play, pause, skip, faster };
  useCommands(() => {
    const group = "Transcript";
    const skipped = (seconds: number) => () => latest.current.skip(seconds);
    const isHeard = () => audio.current !== null && !audio.current.paused;
    return [
      {
        ...{ id: "transcribe.pause", title: "Pause the recording", group, keys: "Escape", when: isHeard },
        run: () => latest.current.pause(),
      },
      { id: "transcribe.play", title: "Play the recording", group, run: () => latest.current.play() },
      { id: "transcribe.back", title: "Back in the recording", group, keys: "F1", run: skipped(-SEEK_SECONDS) },
      { id: "transcribe.forward", title: "Forward in the recording", group, keys: "F2", run: skipped(SEEK_SECONDS) },
      {
        ...{ id: "transcribe.slower", title: "Play slower", group, keys: "F3" },
        run: () => latest.current.faster(-1),
      },
      { id: "transcribe.faster", title: "Play faster", group, keys: "F4", run: () => latest.current.faster(1) },
    ];
  }, []);

  return {
    ...{ audio, source, sound: data, error, isPlaying, at, seconds: length, speed, play, pause, seek, skip, setSpeed },
    playFrom(seconds) {
      stopAt.current = null;
      seek(seconds);
      play();
    },
    playPart(from, to) {
      stopAt.current = to;
      seek(Math.max(0, from));
      play();
    },
    events: {
      onTimeUpdate: () => setAt(audio.current?.currentTime ?? 0),
      onPlay: () => setPlaying(true),
      onPause: () => {
        stopAt.current = null;
        setPlaying(false);
      },
      onLoadedMetadata: () => {
        const { current } = audio;
        if (!current) return;
        if (Number.isFinite(current.duration)) setLength(current.duration);
        current.playbackRate = speed;
        if (at > 0) current.currentTime = at;
      },
    },
  };
}
