import { followAppBadge } from "./app-badge.ts";
import { createBadges } from "./badges.ts";

afterEach(() => Reflect.deleteProperty(navigator, "setAppBadge"));

/** @returns what the icon was told to show */
function icon(): number[] {
  const shown: number[] = [];
  Object.defineProperty(navigator, "setAppBadge", {
    configurable: true,
    value: (count: number) => {
      shown.push(count);
      return Promise.reject(new Error("Not installed"));
    },
  });
  return shown;
}

it("shows the numbers of all entries together on the app's icon, and none once they are cleared", () => {
  const shown = icon();
  const badges = createBadges();
  followAppBadge({ badges });
  badges.set("queue", 3);
  badges.set("agents", 2);
  badges.set("agents", 2);
  badges.clear();
  expect(shown).toEqual([3, 5, 0]);
});

it("takes from the icon what a push message has shown, once nothing waits", () => {
  const shown = icon();
  const badges = createBadges();
  followAppBadge({ badges });
  badges.set("queue", null);
  badges.set("queue", null);
  expect(shown).toEqual([0]);
});

it("does nothing where there are no badges", () => {
  const badges = createBadges();
  followAppBadge({ badges });
  expect(() => badges.set("queue", 1)).not.toThrow();
});
