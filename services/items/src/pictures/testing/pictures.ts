import { PhotonImage } from "@cf-wasm/photon";

/** A picture that is red on the left and blue on the right. @param alpha 0–255, of all of it */
export function picture(width: number, height: number, alpha = 255): PhotonImage {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.set(at % width < width / 2 ? [220, 20, 20, alpha] : [20, 20, 220, alpha], at * 4);
  return new PhotonImage(pixels, width, height);
}

/** A file of icons that holds this PNG. */
export function iconOf(png: Uint8Array): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([png[19]!, png[23]!], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

/** A JPEG that says how its camera was held. @param orientation 1–8; TIFF 6.0, tag 274 */
export function turned(jpeg: Uint8Array, orientation: number): Buffer {
  const exif = Buffer.from(
    `457869660000${"49492a0008000000"}${"0100"}${`1201030001000000${orientation.toString(16).padStart(2, "0")}000000`}00000000`,
    "hex",
  );
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]);
}
