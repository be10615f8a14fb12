/** Kind of the queue entry that waits for a record's review; the remote contributes its words. */
export const RECORD_WAITS = "sample-area-record";

const PREFIX = `${RECORD_WAITS}:`;

/** Key of a record's entry: opening it again changes nothing. */
export const reviewKey = (recordId: string) => `${PREFIX}${recordId}`;
/** Id of the record that an entry is about. */
export const recordOf = (key: string) => key.slice(PREFIX.length);
