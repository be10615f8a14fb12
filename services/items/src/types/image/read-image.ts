import type { Content } from "@tessera/service-kit/reader.ts";
import ExifReader from "exifreader";
import {
  checkedHeader,
  decoded,
  encode,
  fitted,
  loadPhoton,
  type Photon,
  type ReadPicture,
  upright,
} from "../../pictures/read-picture.ts";
import type { ImageFacts } from "./found-image.ts";

/** Pixels of an image that is decoded: those of most cameras of today; 200 MB of memory. */
export const MAX_IMAGE_PIXELS = 50_000_000;
/** Height against width: a picture of a whole long page is some 30. */
export const MAX_IMAGE_RATIO = 200;
/** Pixels of the picture that is looked at. */
const PREVIEW_PIXELS = 4_000_000;
const THUMBNAIL = 96;

type Size = { maxWidth: number; maxHeight: number };

/** Decodes an image once, and encodes two pictures of it: one to look at, and a small one, in this order. */
export async function readImage({
  blobs: [bytes],
}: Content<null>): Promise<Content<ImageFacts & { preview: ReadPicture; thumbnail: ReadPicture }>> {
  const { type, width, height, orientation } = checkedHeader(bytes!, MAX_IMAGE_PIXELS, MAX_IMAGE_RATIO);
  const photon = await loadPhoton();
  // Made smaller first, turned then: turning 50 million pixels takes seconds.
  let picture = fitted(photon, decoded(photon, bytes!), withArea(width, height, PREVIEW_PIXELS));
  picture = upright(photon, picture, orientation);
  const preview = encoded(picture, type);
  const small = fitted(photon, picture, { maxWidth: THUMBNAIL, maxHeight: THUMBNAIL });
  const thumbnail = encoded(small, type);
  small.free();
  const lying = orientation >= 5;
  return {
    value: {
      ...{ width: lying ? height : width, height: lying ? width : height },
      ...tagsOf(bytes!),
      ...{ preview: preview.value, thumbnail: thumbnail.value },
    },
    blobs: [preview.content, thumbnail.content],
  };
}

/** The size of a picture with at most so many pixels. */
export function withArea(width: number, height: number, pixels: number): Size {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)));
  return { maxWidth: Math.max(1, Math.floor(width * scale)), maxHeight: Math.max(1, Math.floor(height * scale)) };
}

function encoded(picture: InstanceType<Photon["PhotonImage"]>, type: string) {
  const { mediaType, content } = encode(picture, type === "jpg");
  return { value: { mediaType, width: picture.get_width(), height: picture.get_height() }, content };
}

/** When it was taken, and with what; a damaged or missing block of tags is no reason to refuse the image. */
function tagsOf(bytes: Uint8Array): Pick<ImageFacts, "takenAt" | "camera"> {
  try {
    const tags = ExifReader.load(new Uint8Array(bytes).buffer, {
      includeTags: { exif: ["DateTimeOriginal", "DateTimeDigitized", "DateTime", "Make", "Model"] },
    }) as Record<string, { value?: unknown } | undefined>;
    const words = (name: string) => {
      const value = tags[name]?.value;
      const text = Array.isArray(value) ? value.join(" ") : String(value ?? "");
      return text.replaceAll(/[\p{Cc}\p{Cn}\uFFFD]/gu, "").trim();
    };
    const takenAt = localTime(words("DateTimeOriginal") || words("DateTimeDigitized") || words("DateTime"));
    const [make, model] = [words("Make"), words("Model")];
    const camera = (model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`)
      .trim()
      .slice(0, 200);
    return { ...(takenAt ? { takenAt } : {}), ...(camera ? { camera } : {}) };
  } catch {
    return {};
  }
}

/** "2014:09:01 15:03:47" as an ISO time of no zone; cameras whose clock was never set say zeros. */
export function localTime(text: string): string | undefined {
  const found = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second = "00"] = found;
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = new Date(`${at}Z`);
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(at);
  return isReal && Number(year) >= 1900 ? at : undefined;
}
