import type { ReadPicture } from "../../pictures/read-picture.ts";

/** What is known of an image before anybody looks at it. */
export interface ImageFacts {
  width: number;
  height: number;
  takenAt?: string;
  camera?: string;
}

export interface FoundImage extends ImageFacts {
  preview: ReadPicture & { content: Uint8Array };
  thumbnail: ReadPicture & { content: Uint8Array };
}
