import { PLAIN_TEXT } from "../../files/media-type.ts";

export const PDF = "application/pdf";

export const isImage = (data: Record<string, unknown>): boolean => String(data.mediaType).startsWith("image/");

/** Whether the text of such a file can be read. */
export const hasText = (mediaType: string): boolean => mediaType === PDF || mediaType === PLAIN_TEXT;
