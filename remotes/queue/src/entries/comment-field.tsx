import { MAX_COMMENT_LENGTH } from "@tessera/contracts-queue/limits.ts";
import { makeStyles } from "@tessera/fluent";
import { Textarea } from "@tessera/fluent-data";
import { useComment, writeComment } from "./comment-draft.ts";

const useStyles = makeStyles({ field: { width: "100%" } });

/** What is said with the decision on an entry; kept until it is decided. */
export function CommentField({ id }: { id: string }) {
  const styles = useStyles();
  return (
    <Textarea
      className={styles.field}
      aria-label="Comment on your decision"
      placeholder="Kept with your decision"
      rows={2}
      resize="vertical"
      maxLength={MAX_COMMENT_LENGTH}
      value={useComment(id)}
      onChange={(_, { value }) => writeComment(id, value)}
    />
  );
}
