import { chooseMicrophone, chosenMicrophone, microphones } from "@tessera/dictation/microphone.ts";
import { Select } from "@tessera/fluent-extra";
import { useEffect, useId, useState } from "react";
import { Setting } from "../parts/setting.tsx";

/** Which microphone is used on this device. Browsers name them once one was allowed. */
export function MicrophoneSetting() {
  const id = useId();
  const [known, setKnown] = useState<{ id: string; name: string }[]>([]);
  const [chosen, setChosen] = useState(chosenMicrophone);
  useEffect(() => {
    const look = () => void microphones().then(setKnown, () => setKnown([]));
    look();
    navigator.mediaDevices?.addEventListener("devicechange", look);
    // Names come with the permission, which is given while somebody dictates below.
    addEventListener("focusin", look);
    return () => {
      navigator.mediaDevices?.removeEventListener("devicechange", look);
      removeEventListener("focusin", look);
    };
  }, []);
  const listed = known.filter((one) => one.id !== "default");
  return (
    <Setting
      label="Microphone"
      hint={
        listed.length
          ? "Of this device alone. Where it is not connected, the browser chooses."
          : "The browser’s choice. Others are listed after you have dictated once."
      }
      controlId={id}
    >
      <Select
        id={id}
        value={listed.some((one) => one.id === chosen) ? chosen : ""}
        disabled={!listed.length}
        aria-describedby={`${id}-hint`}
        onChange={(_, { value }) => {
          chooseMicrophone(value);
          setChosen(value);
        }}
      >
        <option value="">The browser’s choice</option>
        {listed.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
    </Setting>
  );
}
