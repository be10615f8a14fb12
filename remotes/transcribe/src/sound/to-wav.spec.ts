import { toWav, UnreadableSound } from "./to-wav.ts";

test("WAV that may be sent stays as it is", async () => {
  const file = new Blob(["RIFF", new Uint8Array(4), "WAVE"]);
  expect(await toWav(file)).toBe(file);
});

test("what no browser reads is refused in words", async () => {
  for (const content of ["", "a letter to a friend", `%PDF-1.7${"\0".repeat(5000)}`])
    await expect(toWav(new Blob([content]))).rejects.toEqual(
      new UnreadableSound("It is no audio or video file that this browser knows."),
    );
});
