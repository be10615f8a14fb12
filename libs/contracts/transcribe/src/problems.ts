import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const recordingNotFound = defineProblem("recording_not_found", 404, "This recording does not exist any more.");
export const segmentNotFound = defineProblem("segment_not_found", 404, "This sentence does not exist any more.");
export const recordingGone = defineProblem(
  "recording_file_gone",
  404,
  "The audio of this recording is no longer there. Its transcript is kept.",
);
export const noRecording = defineProblem("no_recording", 400, "Choose a WAV file.");
export const unsupportedAudio = defineProblem(
  "unsupported_audio",
  415,
  "{name} is no {wanted}. Nothing was kept; convert it to WAV.",
);
export const recordingTooLarge = defineProblem(
  "recording_too_large",
  413,
  "A recording has {megabytes} MB at most. Nothing was kept; split the file, or save it with one channel and 16 kHz.",
);
export const uploadNotFound = defineProblem("upload_not_found", 404, "This upload is not kept. Send the file again.");
export const uploadExpired = defineProblem(
  "upload_expired",
  410,
  "This upload was not finished within {hours} hours. Send the file again.",
);
export const uploadElsewhere = defineProblem(
  "upload_elsewhere",
  409,
  "The upload does not end where this part begins. Ask for its offset with HEAD, and send what follows there.",
);
export const uploadUnfinished = defineProblem("upload_unfinished", 409, "Bytes of this upload are missing. Send them.");
export const uploadVersion = defineProblem(
  "upload_version",
  412,
  "Uploads follow tus 1.0.0: send the header Tus-Resumable: 1.0.0.",
);
export const uploadInvalid = defineProblem("upload_invalid", 400, "The upload cannot be taken: {reason}.");
export const tooManyUploads = defineProblem(
  "too_many_uploads",
  429,
  "{count} uploads are unfinished. Finish or cancel one; each is deleted after {hours} hours.",
);
export const tooManyRunning = defineProblem(
  "too_many_recordings",
  429,
  "{count} recordings are being transcribed already. Wait until one is done.",
);
export const recordingEnded = defineProblem("recording_ended", 409, "The transcription has ended already.");
export const recordingRuns = defineProblem(
  "recording_runs",
  409,
  "The recording is being transcribed. Wait until it is done, or stop it first.",
);
export const segmentChanged = defineProblem(
  "segment_changed",
  409,
  "This sentence was changed elsewhere. Your text was not saved; copy it, then load the page again.",
);
export const segmentsOverlap = defineProblem(
  "segments_overlap",
  400,
  "The parts have to follow each other inside the time of those that they replace.",
);
export const noteNotFound = defineProblem("note_not_found", 404, "This note does not exist any more.");
export const tooManyNotes = defineProblem("too_many_notes", 409, "A recording has {count} notes at most. Delete some.");
export const earlierTextNotFound = defineProblem("earlier_text_not_found", 404, "This text is not kept any more.");
export const summaryChanged = defineProblem(
  "summary_changed",
  409,
  "The summary was changed elsewhere. Nothing was saved; load the page again.",
);
export const summaryEdited = defineProblem(
  "summary_edited",
  409,
  "You changed this summary. It is only replaced where you say so.",
);
export const summaryOutside = defineProblem(
  "summary_outside",
  400,
  "A point of the summary is behind the end of the recording.",
);
export const nothingToSummarise = defineProblem(
  "nothing_to_summarise",
  409,
  "There is too little text to choose sentences from.",
);
export const termNotFound = defineProblem("term_not_found", 404, "This term is no longer in your vocabulary.");
export const termKnown = defineProblem("term_known", 409, "“{term}” is in your vocabulary already.");
export const tooManyTerms = defineProblem(
  "too_many_terms",
  409,
  "You may add {count} terms at most. Remove some that you no longer need.",
);

export type TranscribeProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
