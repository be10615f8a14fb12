/** Longest title of a recording, and of one segment's text, in characters. */
export const MAX_TITLE_LENGTH = 200;
export const MAX_SEGMENT_LENGTH = 4000;
/** Bytes of one recording: two hours of 16 kHz, one channel and 16 bits. */
export const MAX_RECORDING_BYTES = 240 * 1024 * 1024;
/** Uploads of one person that wait for the rest of their bytes, and hours for which they do. */
export const MAX_UPLOADS = 10;
export const UPLOAD_HOURS = 24;
/** Seconds of one recording. */
export const MAX_RECORDING_SECONDS = 2 * 60 * 60;
/** Recordings of one person that wait or are transcribed at once. */
export const MAX_RUNNING = 5;
/** Notes of one recording, and the longest one, in characters. */
export const MAX_NOTES = 500;
export const MAX_NOTE_LENGTH = 2000;
/** Longest name of a speaker, in characters. */
export const MAX_SPEAKER_LENGTH = 80;
/** Segments that are split or joined at once. */
export const MAX_REPLACED = 20;
/** Segments that get a speaker at once: more than a recording has. */
export const MAX_NAMED = 10_000;
/** Longest term of a vocabulary, in characters, and what else one may be heard as. */
export const MAX_TERM_LENGTH = 60;
export const MAX_SPELLINGS = 5;
/** Terms that a person may add, and those that each other source gives at once: 2,000 in all. */
export const MAX_OWN_TERMS = 500;
export const MAX_GIVEN = 300;
/** Longest name of a provider's model, in characters. */
export const MAX_MODEL_LENGTH = 300;
/** Most days after which the sound of a recording may be set to be deleted. */
export const MAX_KEEP_DAYS = 3650;
/** Earlier texts that are kept of one recording, the newest. */
export const MAX_EARLIER_TEXTS = 5;
/** Points of a summary, the longest one, and the longest name of an agent that wrote them, in characters. */
export const MAX_SUMMARY_POINTS = 50;
export const MAX_POINT_LENGTH = 1000;
export const MAX_AGENT_NAME = 200;
