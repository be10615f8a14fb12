import { MAX_SPELLINGS, MAX_TERM_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import type { NewTerm, VocabularyTerm } from "@tessera/contracts-transcribe/vocabulary.ts";
import { Button } from "@tessera/fluent";
import { Field, Input, Textarea } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { toggleWords } from "./term-words.ts";

interface Props {
  /** Null for a new one. */
  term: VocabularyTerm | null;
  write(id: string, term: NewTerm): Promise<unknown>;
  toggle(term: VocabularyTerm): Promise<unknown>;
}

/** Adds a term, or changes one; a learned one that is changed is the person's own from then on. */
export const openTermDialog = (props: Props) =>
  shell().dialogs.open(TermDialog, props, {
    title: props.term ? "Change the term" : "Add a term",
    width: "440px",
    buttons: [],
  });

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function TermDialog({ term, write, toggle, dialog }: Props & { dialog: DialogActions<true> }) {
  const [id] = useState(() => term?.id ?? crypto.randomUUID());
  const [name, setName] = useState(term?.term ?? "");
  const [text, setText] = useState(term?.soundsLike.join("\n") ?? "");
  const [failure, setFailure] = useState<string>();
  const soundsLike = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const isWord = (spelling: string) => spelling.length > 1 && /\p{L}/u.test(spelling);
  const wrong = soundsLike.some((spelling) => spelling.length > MAX_TERM_LENGTH)
    ? `A line has ${MAX_TERM_LENGTH} characters at most.`
    : soundsLike.length > MAX_SPELLINGS
      ? `There are ${MAX_SPELLINGS} at most.`
      : soundsLike.some((spelling) => !isWord(spelling))
        ? "Write words with letters, one spelling a line."
        : undefined;
  const act = () => write(id, { term: name.trim(), soundsLike });
  const takeOut = async () => {
    try {
      await toggle(term!);
      dialog.close(true);
    } catch (error) {
      setFailure(failureWords("Nothing was changed.", error));
    }
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={term ? "Save" : "Add"}
      cancel="Cancel"
      disabled={!isWord(name.trim()) || wrong !== undefined}
      act={act}
      sentence={sentence}
    >
      <Field label="Name or word" required hint="As it is written: “Kowalski”, “Tessera”.">
        <Input autoFocus value={name} maxLength={MAX_TERM_LENGTH} onChange={(_, { value }) => setName(value)} />
      </Field>
      <Field
        label="Sounds like"
        hint="Optional. What recognition writes instead, one spelling a line: “car walls key”."
        validationMessage={wrong}
      >
        <Textarea rows={3} value={text} onChange={(_, { value }) => setText(value)} />
      </Field>
      {term && (
        <Field validationMessage={failure}>
          <Button appearance="secondary" onClick={() => void takeOut()}>
            {toggleWords(term)}
          </Button>
        </Field>
      )}
    </DialogForm>
  );
}
