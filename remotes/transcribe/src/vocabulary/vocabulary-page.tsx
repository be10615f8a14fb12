import type { VocabularyTerm } from "@tessera/contracts-transcribe/vocabulary.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { Switch } from "@tessera/fluent-extra";
import { usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, Pane, PaneHeader, RowSkeleton } from "@tessera/ui";
import { SearchField } from "@tessera/ui/search-field";
import { useRef, useState } from "react";
import { POLL_MS } from "../api.ts";
import { openTermDialog } from "./term-dialog.tsx";
import { TermList } from "./term-list.tsx";
import { lineOf } from "./term-words.ts";
import { useTermActs, useVocabulary } from "./use-vocabulary.ts";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "8px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  about: { flexBasis: "100%", margin: 0, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
});

/** `/transcribe/vocabulary`: names that recognition is to find again when it mishears them. */
export function VocabularyPage() {
  usePlace([{ label: "Transcribe", path: "/transcribe" }, { label: "Vocabulary" }], "/transcribe");
  const styles = useStyles();
  const { live, query } = useVocabulary();
  const { write, toggle, learn, failed } = useTermActs();
  const search = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState("");
  const [withRefused, setWithRefused] = useState(false);
  const all = query.data?.terms ?? [];
  const wanted = words.toLowerCase();
  const shown = all.filter(
    (term) => (withRefused || !term.refused) && `${term.term} ${lineOf(term)}`.toLowerCase().includes(wanted),
  );
  const refused = all.filter((term) => term.refused).length;
  const open = (term: VocabularyTerm | null) => void openTermDialog({ term, write, toggle });
  const learns = query.data?.learns ?? true;
  return (
    <Pane kind="detail" label="Vocabulary">
      <PaneHeader title="Vocabulary" count={query.data && all.length - refused} line>
        <Button appearance="primary" onClick={() => open(null)}>
          Add a term
        </Button>
      </PaneHeader>
      {query.data && (
        <search className={styles.bar} aria-label="Filter">
          <SearchField field={search} label="Search terms" words={words} onChange={setWords} />
          <Switch
            label="Learn from cards, payees and corrections"
            checked={learns}
            onChange={(_, { checked }) => void learn(checked)}
          />
          {refused > 0 && (
            <Checkbox
              label={`Show ${refused} not used`}
              checked={withRefused}
              onChange={(_, { checked }) => setWithRefused(checked === true)}
            />
          )}
          <p className={styles.about}>
            Names that were misheard are written as they are here, in transcripts and in dictation on this device.
            Everyday words are left alone. The list stays in your account.
          </p>
        </search>
      )}
      <LiveNote state={live} every={POLL_MS} />
      {query.data ? (
        shown.length ? (
          <TermList
            terms={shown}
            onEdit={open}
            onToggle={(term) => void toggle(term).catch(failed)}
            onSearch={() => search.current?.focus()}
          />
        ) : words ? (
          <EmptyState
            sentence="No terms match this search."
            action={{ label: "Show all terms", onClick: () => setWords("") }}
          />
        ) : (
          <EmptyState
            sentence={
              learns
                ? "Add a name that recognition gets wrong. Names of your people, tags, payees and titles come here too, once you have some."
                : "Add a name that recognition gets wrong. Nothing is learned while learning is off."
            }
            action={{ label: "Add a term", onClick: () => open(null) }}
          />
        )
      ) : query.isError ? (
        <ErrorState
          title="The vocabulary could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <RowSkeleton />
      )}
    </Pane>
  );
}
