// What recognises words in images; it runs in a process of its own (service-kit, untrusted/).
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { ContentError, ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import { packageFolder } from "@tessera/service-kit/package-folder.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { imageSize } from "image-size";
import { checkedHeader, decoded, fitted, loadPhoton, type Photon, upright } from "../pictures/read-picture.ts";
import { MAX_IMAGE_PIXELS, MAX_IMAGE_RATIO, withArea } from "../types/image/read-image.ts";
import { hasColumns, sureLetters, textOfTable } from "./table.ts";
import { isTiff, withoutZip } from "./tiff.ts";

/** Pixels that are looked at: a page at 150 dots an inch has 2 million. */
const MAX_PIXELS = 5_000_000;
/** Below this mean confidence the page may stand on its head, or lie on its side. */
const DOUBTFUL = 60;
/** As TIFF 6.0 numbers how a page lies: on its head, and on either side. */
const TURNS = [3, 6, 8];
/** Letters in sure words of a part of a page: fewer are found in anything. */
const MIN_LETTERS = 8;

export interface FoundWords {
  text: string;
  /** 0–100. */
  confidence: number;
}

/** What is used of tesseract.js-core, which brings no types. */
interface Engine {
  FS: {
    writeFile(name: string, content: Uint8Array): void;
    readFile(name: string): Uint8Array;
    unlink(name: string): void;
  };
  TessBaseAPI: new () => {
    Init(data: null, language: string, mode: number): number;
    SetImageFile(orientation: number, angle: number): number;
    SetRectangle(left: number, top: number, width: number, height: number): void;
    SetPageSegMode(mode: number): void;
    /** Writes the image that was set to `/image.png`. */
    WriteImage(kind: number): void;
    Recognize(monitor: null): number;
    MeanTextConf(): number;
    GetTSVText(page: number): string;
    Clear(): void;
  };
}
/** The engine of neural networks alone. */
const LSTM = 1;
/** Lines over the whole width, as receipts have them: what stands far apart in a line stays together. */
const ONE_BLOCK = 6;
/** Blocks are looked for, and read one after another. */
const BLOCKS = 3;
/** The image as it was given. */
const COLOUR = 0;

let loaded: Promise<{ engine: Engine; recogniser: InstanceType<Engine["TessBaseAPI"]> }> | undefined;

/** The words that an image shows. @throws ContentError for what is none, or too large */
export async function recognise({ blobs: [given] }: Content<null>): Promise<Content<FoundWords>> {
  const bytes = isTiff(given!) ? await pngOf(given!) : given!;
  const { width, height, orientation } = checkedHeader(bytes, MAX_IMAGE_PIXELS, MAX_IMAGE_RATIO);
  const photon = await loadPhoton();
  const small = fitted(photon, decoded(photon, bytes), withArea(width, height, MAX_PIXELS));
  const picture = upright(photon, small, orientation);
  const found = await wordsOf(picture);
  const turned = found.confidence < DOUBTFUL ? await turnedWords(photon, picture) : undefined;
  picture.free();
  const { text, confidence } = turned && turned.letters > found.letters ? turned : found;
  return { value: { text, confidence }, blobs: [] };
}

/** The words of a picture turned the way in which the middle of it has most that are sure. */
async function turnedWords(photon: Photon, picture: Picture): Promise<Words | undefined> {
  let best: { image: Picture; letters: number } | undefined;
  for (const turn of TURNS) {
    const copy = new photon.PhotonImage(picture.get_raw_pixels(), picture.get_width(), picture.get_height());
    const image = upright(photon, copy, turn);
    const { letters } = await wordsOf(image, { middle: true });
    if (letters >= MIN_LETTERS && letters > (best?.letters ?? 0)) {
      best?.image.free();
      best = { image, letters };
    } else image.free();
  }
  if (!best) return;
  const words = await wordsOf(best.image);
  best.image.free();
  return words;
}

/** The first page of a TIFF as PNG: nothing else here decodes what scanners and faxes write. @throws ContentError */
export async function tiffAsPng({ blobs: [bytes] }: Content<null>): Promise<Content<null>> {
  return { value: null, blobs: [await pngOf(bytes!)] };
}

async function pngOf(bytes: Uint8Array): Promise<Uint8Array> {
  const { width, height } = sizeOf(bytes);
  if (width * height > MAX_IMAGE_PIXELS || width > MAX_IMAGE_RATIO * height || height > MAX_IMAGE_RATIO * width)
    throw new ContentTooComplex("It has too many pixels");
  loaded ??= load();
  const { engine, recogniser } = await loaded;
  try {
    engine.FS.writeFile("/input", withoutZip(bytes));
    if (recogniser.SetImageFile(1, 0) !== 0) throw new Error("It is not read");
    recogniser.WriteImage(COLOUR);
    const png = engine.FS.readFile("/image.png");
    engine.FS.unlink("/image.png");
    return png;
  } catch {
    throw new ContentError("unreadable", "It is a TIFF that is packed in an unusual way. Save it as PNG or JPEG");
  } finally {
    recogniser.Clear();
  }
}

function sizeOf(bytes: Uint8Array) {
  try {
    return imageSize(bytes);
  } catch {
    throw new ContentError("unreadable", "It is a TIFF that is damaged");
  }
}

type Picture = InstanceType<Photon["PhotonImage"]>;
interface Words extends FoundWords {
  /** How many letters the sure words have. */
  letters: number;
}

/** @param middle whether half of its width and height is enough */
async function wordsOf(picture: Picture, { middle = false } = {}): Promise<Words> {
  loaded ??= load();
  const { engine, recogniser } = await loaded;
  engine.FS.writeFile("/input", picture.get_bytes());
  recogniser.SetImageFile(1, 0);
  recogniser.SetPageSegMode(ONE_BLOCK);
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (middle) recogniser.SetRectangle(width >> 2, height >> 2, width >> 1, height >> 1);
  recogniser.Recognize(null);
  let table = recogniser.GetTSVText(0);
  if (hasColumns(table) && !middle) {
    recogniser.SetPageSegMode(BLOCKS);
    recogniser.SetImageFile(1, 0);
    recogniser.Recognize(null);
    table = recogniser.GetTSVText(0);
  }
  const confidence = recogniser.MeanTextConf();
  recogniser.Clear();
  return { text: textOfTable(table), confidence, letters: sureLetters(table) };
}

async function load() {
  const start = createRequire(import.meta.url)("tesseract.js-core/tesseract-core-simd-lstm.js") as (
    options: object,
  ) => Promise<Engine>;
  const silent = () => undefined;
  const engine = await start({ TesseractProgress: silent, print: silent, printErr: silent });
  const folder = packageFolder("@tesseract.js-data/eng", import.meta.url);
  const data = await readFile(path.join(folder, "4.0.0_best_int/eng.traineddata.gz"));
  engine.FS.writeFile("eng.traineddata", gunzipSync(data));
  const recogniser = new engine.TessBaseAPI();
  if (recogniser.Init(null, "eng", LSTM) !== 0) throw new Error("The language data of the recogniser cannot be read");
  return { engine, recogniser };
}
