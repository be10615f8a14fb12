import { makeStyles } from "@tessera/fluent";
import { Input } from "@tessera/fluent-data";
import { type RefObject, useEffect, useState } from "react";

/** Ms after the last key until the words are searched. */
const TYPING_MS = 250;

const useStyles = makeStyles({
  search: { flexGrow: 1, flexBasis: "180px", minWidth: "140px", maxWidth: "320px" },
});

/** Words that a list is searched for, once the person stops typing. */
export function SearchField(props: {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  placeholder?: string;
  words: string;
  onChange: (words: string) => void;
}) {
  const styles = useStyles();
  const { words: searched, onChange } = props;
  const [words, setWords] = useState(searched);
  useEffect(() => setWords(searched), [searched]);
  useEffect(() => {
    if (words.trim() === searched) return;
    const timer = setTimeout(() => onChange(words.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words, searched, onChange]);
  return (
    <Input
      ref={props.field}
      type="search"
      className={styles.search}
      aria-label={props.label}
      placeholder={props.placeholder ?? props.label}
      value={words}
      onChange={(_, data) => setWords(data.value)}
    />
  );
}
