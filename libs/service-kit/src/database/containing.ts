/** Pattern of LIKE for texts that contain the words as they are. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, "\\$&")}%`;
