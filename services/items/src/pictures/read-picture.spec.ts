import { PhotonImage } from "@cf-wasm/photon";
import { imageSize } from "image-size";
import { loadPhoton, readPicture, upright } from "./read-picture.ts";
import { iconOf, picture, turned } from "./testing/pictures.ts";

const size = { maxWidth: 100, maxHeight: 400 };
const read = (bytes: Uint8Array) => readPicture({ value: size, blobs: [bytes] });
const pixelAt = (bytes: Uint8Array, x: number, y: number) => {
  const decoded = PhotonImage.new_from_byteslice(bytes);
  return [
    ...decoded
      .get_raw_pixels()
      .subarray((y * decoded.get_width() + x) * 4)
      .subarray(0, 4),
  ];
};

it.each([
  ["a PNG", picture(40, 30).get_bytes(), "image/webp"],
  ["a JPEG", picture(40, 30).get_bytes_jpeg(90), "image/jpeg"],
  ["a WebP", picture(40, 30).get_bytes_webp(), "image/webp"],
  ["an icon", iconOf(picture(40, 30).get_bytes()), "image/webp"],
])("encodes %s again", async (_, bytes, mediaType) => {
  const { value, blobs } = await read(bytes);
  expect(value).toEqual({ mediaType, width: 40, height: 30 });
  expect(imageSize(blobs[0]!)).toMatchObject({
    width: 40,
    height: 30,
    type: mediaType === "image/jpeg" ? "jpg" : "webp",
  });
});

it("keeps nothing that stands beside the pixels", async () => {
  const bytes = Buffer.concat([picture(40, 30).get_bytes(), Buffer.from("<script>alert(1)</script>")]);
  expect(Buffer.from((await read(bytes)).blobs[0]!).includes("script")).toBe(false);
});

it("makes large pictures as wide as a column, and keeps what is transparent", async () => {
  const large = picture(400, 200, 128).get_bytes();
  const { value, blobs } = await read(large);
  expect(value).toEqual({ mediaType: "image/webp", width: 100, height: 50 });
  expect(pixelAt(blobs[0]!, 5, 5)[3]).toBe(128);
});

it("holds a photograph upright as its camera says", async () => {
  // Red on the left, as stored; turned clockwise the red is above.
  const { value, blobs } = await read(turned(picture(40, 20).get_bytes_jpeg(95), 6));
  expect(value).toMatchObject({ width: 20, height: 40 });
  const [red, , blue] = pixelAt(blobs[0]!, 10, 5) as [number, number, number, number];
  expect(red).toBeGreaterThan(blue + 50);
});

it.each([
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><script>x</script></svg>')],
  ["HTML", Buffer.from("<p>not a picture</p>")],
  ["nothing", Buffer.alloc(0)],
  ["half a PNG", Buffer.from(picture(40, 30).get_bytes()).subarray(0, 200)],
])("refuses %s", async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow(/picture/);
});

it("refuses a picture of many pixels before it is decoded", async () => {
  const bomb = Buffer.from(picture(4, 4).get_bytes());
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  await expect(read(bomb)).rejects.toThrow("It has too many pixels");
});

it.each([
  [3, ["dcba"]],
  [6, ["a", "b", "c", "d"]],
  [8, ["d", "c", "b", "a"]],
] as const)("turns every shade of grey as it is, orientation %i", async (orientation, rows) => {
  const photon = await loadPhoton();
  const shades: Record<string, number> = { a: 10, b: 90, c: 180, d: 250 };
  const row = Object.values(shades).flatMap((shade) => [shade, shade, shade, 255]);
  const image = upright(photon, new PhotonImage(new Uint8Array(row), 4, 1), orientation);
  expect([image.get_width(), image.get_height()]).toEqual([rows[0].length, rows.length]);
  const expected = [...rows.join("")].flatMap((name) => [shades[name]!, shades[name]!, shades[name]!, 255]);
  expect([...image.get_raw_pixels()]).toEqual(expected);
});
