import { ArrowUndo20Regular } from "@fluentui/react-icons/svg/arrow-undo";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { Note20Regular } from "@fluentui/react-icons/svg/note";
import { Person20Regular } from "@fluentui/react-icons/svg/person";
import { Prohibited20Regular } from "@fluentui/react-icons/svg/prohibited";
import { Receipt20Regular } from "@fluentui/react-icons/svg/receipt";
import { Tag20Regular } from "@fluentui/react-icons/svg/tag";
import { TextT20Regular } from "@fluentui/react-icons/svg/text-t";
import type { VocabularyTerm } from "@tessera/contracts-transcribe/vocabulary.ts";
import { useCommands } from "@tessera/shell-api";
import { IconButton, ListRow, useListState, VirtualList } from "@tessera/ui";
import { type MouseEvent, useRef } from "react";
import { lineOf, toggleWords } from "./term-words.ts";

const ICONS = {
  own: <TextT20Regular />,
  person: <Person20Regular />,
  tag: <Tag20Regular />,
  title: <Note20Regular />,
  payee: <Receipt20Regular />,
  correction: <Edit20Regular />,
};

/** A button in a row does not open the row. */
const only = (act: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  act();
};

/** The terms that are shown; Enter changes one. */
export function TermList(props: {
  terms: readonly VocabularyTerm[];
  onEdit: (term: VocabularyTerm) => void;
  onToggle: (term: VocabularyTerm) => void;
  onSearch: () => void;
}) {
  const { terms, onEdit, onToggle } = props;
  const { focusId, focusRequest, focusOn, neighbour } = useListState(terms);
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  const focused = () => terms.filter(({ id }) => id === focusId);
  const latest = useRef({ go, focused, ...props });
  latest.current = { go, focused, ...props };
  useCommands(() => {
    const group = "Vocabulary";
    const now = () => latest.current;
    return [
      { id: "transcribe.next-term", title: "Next term", group, act: "next", hidden: true, run: () => now().go(1) },
      {
        ...{ id: "transcribe.previous-term", title: "Previous term", group, act: "previous", hidden: true },
        run: () => now().go(-1),
      },
      {
        ...{ id: "transcribe.remove-term", title: "Take the term out of the vocabulary", group, act: "remove" },
        run: () => now().focused().forEach(now().onToggle),
      },
      { id: "transcribe.search-terms", title: "Search terms", group, act: "search", run: () => now().onSearch() },
    ];
  }, []);
  return (
    <VirtualList
      label="Terms"
      rows={terms}
      total={terms.length}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={go}
      onOpen={onEdit}
      renderRow={(term) => (
        <ListRow
          icon={ICONS[term.source]}
          title={term.term}
          line={lineOf(term)}
          onOpen={() => onEdit(term)}
          actions={
            <>
              <IconButton icon={<Edit20Regular />} label={`Change ${term.term}`} onClick={only(() => onEdit(term))} />
              <IconButton
                icon={
                  term.source === "own" ? (
                    <Delete20Regular />
                  ) : term.refused ? (
                    <ArrowUndo20Regular />
                  ) : (
                    <Prohibited20Regular />
                  )
                }
                label={`${toggleWords(term)}: ${term.term}`}
                onClick={only(() => onToggle(term))}
              />
            </>
          }
        />
      )}
    />
  );
}
