import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { ScriptedController } from "@tessera/dictation/scripted.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../libs/dictation/src");

/** The scripted controller of libs/dictation as one script: a page under test loads nothing that users would not. */
const script = ["controller.ts", "scripted.ts"]
  .map((file) => stripTypeScriptTypes(readFileSync(path.join(FOLDER, file), "utf8")))
  .join("\n")
  .replace(/^import .*$/gm, "")
  .replace(/^export /gm, "");

/** What the shell takes for the browser's recognition; the scripted controller says what it hears. */
const recognition = `
const scripted = scriptedController();
class SpeechRecognition {
  start() {
    scripted.start();
    const hear = (transcript, isFinal) =>
      this.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] });
    const ends = [
      scripted.transcript.subscribe(() => {
        const text = scripted.transcript.get();
        if (text === "") return;
        scripted.transcript.set("");
        hear(text, true);
      }),
      scripted.onPartial((text) => hear(text, false)),
      scripted.onEnd(() => this.stop()),
    ];
    this.ends = ends;
  }
  stop() {
    if (!this.ends) return;
    scripted.stop();
    for (const end of this.ends) end();
    this.ends = null;
    this.onend?.();
  }
}
Object.assign(window, { scripted, SpeechRecognition, webkitSpeechRecognition: SpeechRecognition });
`;

/** From the page’s next load on, speech is what `say` and `murmur` say. */
export const scriptSpeech = (page: Page) => page.addInitScript({ content: `(() => {${script}${recognition}})()` });

type Scripted = { scripted: ScriptedController };

/** A finished piece of speech. */
export const say = (page: Page, text: string) =>
  page.evaluate((words) => (window as unknown as Scripted).scripted.say(words), text);

/** What may still change. */
export const murmur = (page: Page, text: string) =>
  page.evaluate((words) => (window as unknown as Scripted).scripted.murmur(words), text);

/** Whether the microphone would be on: "start" and "stop" in their order. */
export const calls = (page: Page) => page.evaluate(() => (window as unknown as Scripted).scripted.calls);
