/** Whether a file begins as WAV does. */
export async function isWav(file: Blob): Promise<boolean> {
  const head = new TextDecoder("latin1").decode(await file.slice(0, 12).arrayBuffer());
  return head.startsWith("RIFF") && head.endsWith("WAVE");
}
