/** The card type of transcribed recordings; a card has the id of its recording. Since 1.5. */
export const TRANSCRIPT_TYPE = "transcript";
