import { followAppBadge } from "./app-badge.ts";
import { createBadges } from "./badges.ts";

afterEach(() => Reflect.deleteProperty(navigator, "setAppBadge"));

it("shows the numbers of all entries together on the app's icon, and none once they are cleared", () => {
  const shown: unknown[] = [];
  Object.defineProperty(navigator, "setAppBadge", {
    configurable: true,
    value: (count: number) => {
      shown.push(count);
      return Promise.reject(new Error("Not installed"));
    },
  });
  const badges = createBadges();
  followAppBadge({ badges });
  badges.set("queue", 3);
  badges.set("agents", 2);
  badges.clear();
  expect(shown).toEqual([3, 5, 0]);
});

it("does nothing where there are no badges", () => {
  const badges = createBadges();
  followAppBadge({ badges });
  expect(() => badges.set("queue", 1)).not.toThrow();
});
