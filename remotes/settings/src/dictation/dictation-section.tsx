import { defaultPreferences } from "@tessera/contracts-settings/default-preferences.ts";
import { chooseRecognition, type Recognition, recognitionOf } from "@tessera/contracts-settings/recognition.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { hasWebSpeech } from "@tessera/dictation";
import { canListen } from "@tessera/dictation/microphone.ts";
import { Button } from "@tessera/fluent";
import { Textarea } from "@tessera/fluent-data";
import { Select, Switch } from "@tessera/fluent-extra";
import { useNavigate } from "@tessera/router";
import { usePreferences } from "@tessera/shell-api";
import { Choice } from "@tessera/ui/choice";
import { useId } from "react";
import { useSaves } from "../parts/saves.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";
import { MicrophoneSetting } from "./microphone-setting.tsx";
import { SpeechModel } from "./speech-model.tsx";
import { SpokenCommandsSetting } from "./spoken-commands-setting.tsx";

type Dictation = Preferences["dictation"];

const KEYS: Record<Dictation["key"], string> = {
  Space: "Space",
  F2: "F2",
  F4: "F4",
  F8: "F8",
  F9: "F9",
  Insert: "Insert",
  Pause: "Pause",
};
const TITLES: Record<Recognition, string> = {
  off: "off",
  device: "on this device",
  browser: "the browser’s own",
};
const HINTS: Record<Recognition, string> = {
  off: "",
  device: "What you say does not leave this device.",
  browser: "Most browsers send what you say to their maker.",
};
/** The first one that is available is used when dictation is switched on. */
const RECOGNITIONS: { recognition: Recognition; isAvailable: () => boolean }[] = [
  { recognition: "device", isAvailable: canListen },
  { recognition: "browser", isAvailable: () => hasWebSpeech() },
];
/** How long the key is held, in ms. */
const THRESHOLDS = [300, 500, 800, 1200];
const seconds = (ms: number) => `${ms / 1000} s`;

/** Speech into text fields: whether, by which key, and a field to try it in. */
export function DictationSection() {
  const navigate = useNavigate();
  // An older shell does not know them.
  const preferences = usePreferences();
  const { dictation = defaultPreferences.dictation } = preferences;
  const recognition = recognitionOf(preferences);
  const { save } = useSaves();
  const [switchId, recognitionId, keyId, ctrlId, tryId] = [useId(), useId(), useId(), useId(), useId()];
  const change = (changed: Partial<Dictation>, lost: string) => save({ dictation: { ...dictation, ...changed } }, lost);
  const choose = (wanted: Recognition, lost: string) => save(chooseRecognition(dictation, wanted), lost);
  const isOn = recognition !== "off";
  const available = RECOGNITIONS.filter(({ isAvailable }) => isAvailable());
  const first = available[0];
  const thresholds = [...new Set([...THRESHOLDS, dictation.threshold])].sort((a, b) => a - b);
  return (
    <>
      <SettingGroup title="Dictation">
        <Setting
          label="Dictate into text fields"
          hint={first ? "Tessera stores only the text." : "Without https this browser gives no microphone to pages."}
          controlId={switchId}
        >
          <Switch
            id={switchId}
            checked={isOn}
            disabled={!first && !isOn}
            aria-describedby={`${switchId}-hint`}
            onChange={(_, { checked }) =>
              choose(checked && first ? first.recognition : "off", `Dictation is still ${checked ? "off" : "on"}.`)
            }
          />
        </Setting>
        {isOn && (
          <Setting label="Recognition" hint={HINTS[recognition]} controlId={recognitionId}>
            <Select
              id={recognitionId}
              value={recognition}
              aria-describedby={`${recognitionId}-hint`}
              onChange={(_, { value }) => choose(value as Recognition, `Recognition is still ${TITLES[recognition]}.`)}
            >
              {RECOGNITIONS.filter((one) => available.includes(one) || one.recognition === recognition).map((one) => (
                <option key={one.recognition} value={one.recognition}>
                  {TITLES[one.recognition]}
                </option>
              ))}
            </Select>
          </Setting>
        )}
        {recognition === "device" && (
          <>
            <SpeechModel />
            <MicrophoneSetting />
            <Setting label="Vocabulary" hint="Names that are misheard are written as they are in this list.">
              <Button onClick={() => navigate("/transcribe/vocabulary")}>Open the vocabulary</Button>
            </Setting>
          </>
        )}
        {isOn && <SpokenCommandsSetting />}
      </SettingGroup>
      {isOn && (
        <SettingGroup title="Key">
          <Setting
            label="Dictation key"
            hint="Hold it and speak, or tap it to start and again to stop. While you type, a space is only a space. In a list of cards, hold it and say what to do: “snooze to Monday, tag tax”."
            controlId={keyId}
          >
            <Select
              id={keyId}
              value={dictation.key}
              aria-describedby={`${keyId}-hint`}
              onChange={(_, { value }) =>
                change({ key: value as Dictation["key"] }, `The key is still ${KEYS[dictation.key]}.`)
              }
            >
              {Object.entries(KEYS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Setting>
          <Setting
            label="Only with Ctrl"
            hint="Hold Ctrl as well. Dictation ends when you release it."
            controlId={ctrlId}
          >
            <Switch
              id={ctrlId}
              checked={dictation.ctrl}
              aria-describedby={`${ctrlId}-hint`}
              onChange={(_, { checked }) => change({ ctrl: checked }, "The key is unchanged.")}
            />
          </Setting>
          <Setting label="Hold to start" hint="A shorter press is a tap.">
            <Choice
              label="Hold to start"
              value={String(dictation.threshold)}
              options={thresholds.map((ms) => ({ value: String(ms), label: seconds(ms) }))}
              onChange={(value) =>
                change({ threshold: Number(value) }, `A press is still long after ${seconds(dictation.threshold)}.`)
              }
            />
          </Setting>
        </SettingGroup>
      )}
      {isOn && (
        <SettingGroup title="Try it">
          <label htmlFor={tryId}>What you say appears here. Nothing of it is stored.</label>
          <Textarea id={tryId} rows={3} resize="vertical" style={{ width: "100%", marginTop: "8px" }} />
        </SettingGroup>
      )}
    </>
  );
}
