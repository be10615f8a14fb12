import { settingsClient } from "@tessera/contracts-settings/client.ts";
import type { Installation } from "@tessera/contracts-settings/settings.ts";
import { shell } from "@tessera/shell-api";
import { type Check, failed, msText } from "./check.ts";

const settings = settingsClient((path, init) => shell().http(path, init));

/** Clock skew in ms: below the first nobody notices; above the second tokens are refused or expired on arrival. */
const [NOTICED, HARMFUL] = [5_000, 60_000];

/** Storage, and the server's clock against this device's. */
export async function serverChecks(): Promise<{ storage: Check[]; clock: Check }> {
  const asked = Date.now();
  const [answer, service] = await Promise.all([
    settings.installation().then(
      (installation) => ({ installation, answered: Date.now() }),
      (error: unknown) => error,
    ),
    storageService(),
  ]);
  if (answer instanceof Error || typeof answer !== "object" || answer === null || !("installation" in answer)) {
    const advice = "Check that the server is running and that you are signed in, then run again.";
    return { storage: [service, failed("Files", answer, advice)], clock: failed("Clock", answer, advice) };
  }
  const { installation, answered } = answer as { installation: Installation; answered: number };
  return { storage: [service, filesCheck(installation.files)], clock: clockCheck(installation, asked, answered) };
}

/** Whether anything answers under storage/v1, beside identity. */
async function storageService(): Promise<Check> {
  const title = "storage/v1";
  const { url, publishableKey } = shell().identity;
  const started = performance.now();
  try {
    const response = await fetch(`${url}/storage/v1/status`, { headers: { apikey: publishableKey } });
    const ms = performance.now() - started;
    if (response.ok)
      return {
        title,
        status: "ok",
        word: "Answers",
        figure: msText(ms),
        text: `At ${new URL(url).host}.`,
        advice: null,
      };
    if (response.status === 404)
      return {
        title,
        status: "idle",
        word: "Not here",
        figure: "",
        text: "This installation has no such service and needs none: files go through the product’s own services.",
        advice: null,
      };
    return failed(title, new Error(`It answered ${response.status}.`), "Look at the log of the storage service.");
  } catch {
    return failed(title, new Error(`${new URL(url).host} cannot be reached.`), "Check the connection, then run again.");
  }
}

const kinds: Record<string, string> = { folder: "a folder of the server" };

function filesCheck({ kind, ok, ms, reason }: Installation["files"]): Check {
  const where = `Files are kept in ${kinds[kind] ?? kind}.`;
  return ok
    ? {
        title: "Files",
        status: "ok",
        word: "Kept",
        figure: msText(ms),
        text: `${where} A small file was just stored, read and deleted.`,
        advice: null,
      }
    : {
        title: "Files",
        status: "bad",
        word: "Fails",
        figure: "",
        text: `${where} ${reason ?? ""}`,
        advice: "Attachments cannot be added until this is fixed. Files that are already stored are safe.",
      };
}

/** The moment of the answer is the middle of the round trip, less what the server did first. */
export function clockCheck({ time, files }: Installation, asked: number, answered: number): Check {
  const title = "Clock";
  const trip = Math.max(0, answered - asked - files.ms);
  const ahead = Date.parse(time) - (answered - trip / 2);
  const size = Math.abs(ahead);
  const figure = size < 1_000 ? `± ${msText(Math.max(size, trip / 2))}` : `${ahead > 0 ? "−" : "+"}${msText(size)}`;
  const text =
    size < 1_000
      ? "The clocks of this device and the server agree."
      : `This device is ${msText(size)} ${ahead > 0 ? "behind" : "ahead of"} the server (± ${msText(trip / 2)}).`;
  if (size < NOTICED) return { title, status: "ok", word: "Agrees", figure, text, advice: null };
  return {
    title,
    status: size < HARMFUL ? "warn" : "bad",
    word: "Differs",
    figure,
    text,
    advice:
      "Let this device set its clock by the network: tokens are judged by time, and codes of authenticator apps too.",
  };
}
