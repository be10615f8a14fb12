import { PLAIN_TEXT } from "../../files/media-type.ts";

export const PDF = "application/pdf";

/** Whether the text of such a file can be read. */
export const hasText = (mediaType: string): boolean => mediaType === PDF || mediaType === PLAIN_TEXT;
