import { useUiSettings } from "@tessera/ui";

/** A moment to the second, in the person's locale and time zone; with its day on hover. */
export function ExactTime({ at }: { at: string }) {
  const { locale, timeZone } = useUiSettings();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={moment.toLocaleString(locale, { timeZone, dateStyle: "full", timeStyle: "medium" })}>
      {moment.toLocaleTimeString(locale, { timeZone })}
    </time>
  );
}
