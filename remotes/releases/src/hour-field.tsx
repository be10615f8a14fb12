import { Input } from "@tessera/fluent-data";
import { useUiSettings } from "@tessera/ui";
import { readDay } from "@tessera/ui/date-field";
import { type ComponentProps, useState } from "react";

const asClock = (hour: string, locale: string | undefined) =>
  new Date(`2000-01-01T${hour}Z`).toLocaleTimeString(locale, { timeStyle: "short", timeZone: "UTC" });

/**
 * An hour of the day, typed as people write it ("9", "9:30", "5 pm", "midnight") and shown as clocks of their language
 * have it. What is no hour changes nothing.
 */
export function HourField({
  value,
  onHour,
  ...input
}: Omit<ComponentProps<typeof Input>, "value" | "onChange" | "onBlur" | "onKeyDown"> & {
  /** "09:00" */
  value: string;
  onHour: (hour: string) => void;
}) {
  const { locale, timeZone } = useUiSettings();
  const [text, setText] = useState<string | null>(null);
  const take = () => {
    const hour = text === null ? null : readDay(text, { now: new Date(), timeZone, locale })?.time;
    if (hour) onHour(hour);
    setText(null);
  };
  return (
    <Input
      {...input}
      value={text ?? asClock(value, locale)}
      onChange={(_, data) => setText(data.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) take();
      }}
    />
  );
}
