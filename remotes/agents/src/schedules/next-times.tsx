import { SHOWN_TIMES } from "@tessera/contracts-agents/limits.ts";
import { nextRun } from "@tessera/contracts-agents/next-run.ts";
import type { Rhythm, SchedulePatternTimes } from "@tessera/contracts-agents/schedules.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useUiSettings } from "@tessera/ui";
import { useEffect, useState } from "react";
import { agents } from "../api.ts";
import { momentInWords, whenInWords } from "./schedule-words.ts";

const useStyles = makeStyles({
  words: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: "anywhere" },
  times: { margin: "4px 0 0", paddingLeft: "20px", color: tokens.colorNeutralForeground2 },
});

interface When {
  rhythm: Rhythm;
  time: string;
  timeZone: string;
}

/** What was chosen in words, with the next times. */
export function NextTimes({ when }: { when: When }) {
  const times: Date[] = [];
  for (let at = new Date(); times.length < SHOWN_TIMES; times.push(at)) at = nextRun(when, at);
  return <Times words={`${whenInWords(when)}.`} times={times} timeZone={when.timeZone} />;
}

/** Ms after the last letter when a pattern is read. */
const PAUSE_MS = 300;

/** What the service said of a question. */
type Answer = { asked: string } & ({ found: SchedulePatternTimes } | { failure: string });

/** The same of a pattern, which the service reads; or what is wrong with it. */
export function PatternTimes(props: { pattern: string; time: string; timeZone: string }) {
  const styles = useStyles();
  const pattern = props.pattern.trim();
  const { time, timeZone } = props;
  const asked = JSON.stringify([pattern, time, timeZone]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (!pattern) return;
    const left = new AbortController();
    const ask = () =>
      agents.patternTimes({ pattern, time, timeZone }, left.signal).then(
        (found) => setAnswer({ asked, found }),
        (error: Error) => left.signal.aborted || setAnswer({ asked, failure: error.message }),
      );
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [asked, pattern, time, timeZone]);
  if (!pattern) return <p className={styles.words}>Enter a pattern.</p>;
  if (answer?.asked !== asked) return <p className={styles.words}>Looking up the next times…</p>;
  if ("failure" in answer) return <p className={styles.words}>{answer.failure}</p>;
  const { words, times } = answer.found;
  return <Times words={`${words}, ${timeZone.replaceAll("_", " ")}.`} times={times} timeZone={timeZone} />;
}

function Times({ words, times, timeZone }: { words: string; times: readonly (Date | string)[]; timeZone: string }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  return (
    <>
      <p className={styles.words}>{`${words} Next:`}</p>
      <ol className={styles.times} aria-label="Next times">
        {times.map((at) => (
          <li key={String(at)}>{momentInWords(at, timeZone, locale)}</li>
        ))}
      </ol>
    </>
  );
}
