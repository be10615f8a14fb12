import { holdDate } from "@tessera/testing/hold-date.ts";
import { render, screen } from "@testing-library/react";
import { UiProvider } from "./provider.tsx";
import { RelativeTime } from "./relative-time.tsx";

holdDate("2026-11-25T11:00:00Z");
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const shown = (at: Date, inSentence?: boolean) => {
  const { unmount } = render(
    <UiProvider settings={{ mode: "light", density: "comfortable", locale: "en-GB", timeZone: "UTC" }}>
      <RelativeTime at={at} inSentence={inSentence} />
    </UiProvider>,
  );
  const text = screen.getByRole("time").textContent;
  unmount();
  return text;
};

it("a row has room for an age, a sentence takes words", () => {
  const [now, past, ahead] = [minutesAgo(0), minutesAgo(14), minutesAgo(-14.5)];
  expect([now, past, ahead].map((at) => shown(at))).toEqual(["now", "14 min", "in 14 min"]);
  expect([now, past, ahead].map((at) => shown(at, true))).toEqual(["just now", "14 min ago", "in 14 min"]);
  expect(shown(new Date("2020-11-09T12:00:00Z"), true)).toBe("on 9 Nov 2020");
});
