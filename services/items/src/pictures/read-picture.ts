import type { PhotonImage } from "@cf-wasm/photon";
import { ContentError, ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { imageSize } from "image-size";

/** Pixels of a picture that is decoded: about 64 MB of memory for each copy of it. */
const MAX_PIXELS = 16_000_000;
/** Height against width, or the other way round, of a picture that is shown in a column of text. */
const MAX_RATIO = 20;
/** JPEG quality, 1–100: no difference is seen at the width of a column. */
const QUALITY = 82;
const TOO_MANY = "It has too many pixels";
/** What is decoded, by its first bytes. Not SVG, which is a document: it holds scripts, styles and links. */
const FORMATS = new Set(["jpg", "png", "gif", "webp", "bmp", "ico"]);

export interface PictureSize {
  /** Pixels of the picture that is kept, at most. */
  maxWidth: number;
  maxHeight: number;
}

export interface ReadPicture {
  mediaType: "image/jpeg" | "image/webp";
  width: number;
  height: number;
}

/**
 * Decodes a picture and encodes its pixels again: what is kept holds nothing that the sender put beside them. A moving
 * picture becomes its first frame. @throws ContentError for what is none, or too large
 */
export async function readPicture({ value, blobs: [bytes] }: Content<PictureSize>): Promise<Content<ReadPicture>> {
  const { type, orientation } = checkedHeader(bytes!, MAX_PIXELS, MAX_RATIO);
  const photon = await loadPhoton();
  const picture = fitted(photon, upright(photon, decoded(photon, bytes!), orientation), value);
  try {
    const encoded = encode(picture, type === "jpg");
    return {
      value: { mediaType: encoded.mediaType, width: picture.get_width(), height: picture.get_height() },
      blobs: [encoded.content],
    };
  } finally {
    picture.free();
  }
}

/** Loaded when it is needed: readers of texts start without it. */
export const loadPhoton = (): Promise<Photon> => import("@cf-wasm/photon");

/** What a picture's header says, before anything is decoded. @throws ContentError for what is none, or too large */
export function checkedHeader(bytes: Uint8Array, maxPixels: number, maxRatio: number) {
  const { type = "", width, height, orientation = 1 } = headerOf(bytes);
  if (!FORMATS.has(type)) throw new ContentError("unreadable", "It is a picture of another kind");
  if (width * height > maxPixels || width > maxRatio * height || height > maxRatio * width)
    throw new ContentTooComplex(TOO_MANY);
  return { type, width, height, orientation };
}

function headerOf(bytes: Uint8Array) {
  try {
    return imageSize(bytes);
  } catch {
    throw new ContentError("unreadable", "It is no picture");
  }
}

export type Photon = typeof import("@cf-wasm/photon");

export function decoded({ PhotonImage }: Photon, bytes: Uint8Array): PhotonImage {
  try {
    return PhotonImage.new_from_byteslice(bytes);
  } catch {
    throw new ContentError("unreadable", "The picture is damaged");
  }
}

/** As its camera was held; TIFF 6.0, tag 274. */
export function upright(photon: Photon, picture: PhotonImage, orientation: number): PhotonImage {
  const { fliph, flipv } = photon;
  if (orientation === 2 || orientation === 5 || orientation === 7) fliph(picture);
  if (orientation === 4) flipv(picture);
  const angle = ({ 3: 180, 5: 270, 6: 90, 7: 90, 8: 270 } as Record<number, Angle>)[orientation];
  return angle === undefined ? picture : replaced(picture, rotated(photon, picture, angle));
}

type Angle = 90 | 180 | 270;

/** A picture turned clockwise, pixel by pixel: `rotate` of Photon makes everything that is grey almost white. */
function rotated({ PhotonImage }: Photon, picture: PhotonImage, angle: Angle): PhotonImage {
  const [width, height] = [picture.get_width(), picture.get_height()];
  const bytes = picture.get_raw_pixels();
  const from = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const place =
        angle === 180 ? to.length - 1 - at : angle === 90 ? x * height + height - 1 - y : (width - 1 - x) * height + y;
      to[place] = from[at]!;
      at += 1;
    }
  }
  const [wide, high] = angle === 180 ? [width, height] : [height, width];
  return new PhotonImage(new Uint8Array(to.buffer), wide, high);
}

export function fitted(
  { resize, SamplingFilter }: Photon,
  picture: PhotonImage,
  { maxWidth, maxHeight }: PictureSize,
): PhotonImage {
  const [width, height] = [picture.get_width(), picture.get_height()];
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  if (scale === 1) return picture;
  const to = (length: number) => Math.max(1, Math.round(length * scale));
  return replaced(picture, resize(picture, to(width), to(height), SamplingFilter.Triangle));
}

function replaced(before: PhotonImage, after: PhotonImage): PhotonImage {
  before.free();
  return after;
}

/** Photographs as JPEG; what is transparent, or has few colours, without loss. */
export function encode(
  picture: PhotonImage,
  photograph: boolean,
): { mediaType: ReadPicture["mediaType"]; content: Uint8Array } {
  const jpeg = () => ({ mediaType: "image/jpeg" as const, content: picture.get_bytes_jpeg(QUALITY) });
  if (photograph) return jpeg();
  const lossless = { mediaType: "image/webp" as const, content: picture.get_bytes_webp() };
  if (isTransparent(picture.get_raw_pixels())) return lossless;
  const lossy = jpeg();
  return lossy.content.length * 2 < lossless.content.length ? lossy : lossless;
}

function isTransparent(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}
