import { makeStyles, tokens } from "@tessera/fluent";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { lazy, Suspense } from "react";
import { TextLink } from "../frame/text-link.tsx";
import { runPath } from "../runs/run-words.ts";

const AnswerText = lazy(async () => ({ default: (await import("../frame/answer-text.tsx")).AnswerText }));

const useStyles = makeStyles({
  frame: { display: "flex", flexDirection: "column", gap: "12px", minWidth: 0, overflowWrap: "anywhere" },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
});

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** A conversation with an agent, read; it continues where it was held. */
function Thread({ item: { data, processing } }: ItemBodyProps) {
  const styles = useStyles();
  const [text, id, agentId] = [textOf(data.text), textOf(data.run), textOf(data.agent)];
  if (!text)
    return (
      <p className={styles.note}>
        {processing.conversation?.state === "pending"
          ? "The conversation is being kept."
          : processing.conversation?.cancelled
            ? "This conversation was not kept."
            : "This conversation was deleted with its agent."}
      </p>
    );
  return (
    <div className={styles.frame}>
      {id && agentId && (
        <p className={styles.note}>
          <TextLink to={runPath({ agentId, id })}>Go to conversation</TextLink>
        </p>
      )}
      <Suspense fallback={<p>{text}</p>}>
        <AnswerText text={text} />
      </Suspense>
    </div>
  );
}

const view: ItemTypeView = {
  Body: Thread,
  facts: ({ data }) => (textOf(data.agentName) ? [<span key="agent">{textOf(data.agentName)}</span>] : []),
};
export default view;
