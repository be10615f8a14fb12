import { partsOfWav } from "./parts-of-wav.ts";

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);

test("a file that is written in parts is whole, with the head that was written last", async () => {
  const file = partsOfWav();
  const writer = file.writable.getWriter();
  await writer.write({ position: 0, data: bytes(50, 1) });
  await writer.write({ position: 50, data: bytes(10, 2) });
  await writer.write({ position: 4, data: bytes(4, 3) });
  await writer.write({ position: 40, data: bytes(4, 4) });
  await writer.close();
  const blob = file.blob();
  expect(blob.type).toBe("audio/wav");
  const expected = [...bytes(4, 1), ...bytes(4, 3), ...bytes(32, 1), ...bytes(4, 4), ...bytes(6, 1), ...bytes(10, 2)];
  expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual(expected);
});

test("samples that leave a gap, or are written twice, are an error and no broken file", async () => {
  for (const position of [46, 60]) {
    const writer = partsOfWav().writable.getWriter();
    await writer.write({ position: 0, data: bytes(50, 1) });
    await expect(writer.write({ position, data: bytes(10, 2) })).rejects.toThrow("follow each other");
  }
});
