import { mediaTypeOf } from "./media-type.ts";

const film = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`)]);

it.each(["heic", "heix", "hevc", "mif1", "msf1"])(
  "takes a picture of the brand %s for HEIC, not for a film",
  (brand) => {
    expect(mediaTypeOf(film(brand))).toBe("image/heic");
  },
);

it("takes other brands for films", () => expect(mediaTypeOf(film("isom"))).toBe("video/mp4"));
