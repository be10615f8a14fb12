import { linkTarget } from "./move-cards.ts";

describe("links that take cards", () => {
  it.each([
    ["/items/inbox", { group: "status", key: "inbox" }],
    ["/items/all?status=later", { group: "status", key: "later" }],
    ["/items/today", { group: "due", key: "today" }],
    ["/items/snoozed", "snooze"],
    ["/items/all?tag=home,tax", { group: "tag", key: "home", tags: ["home", "tax"] }],
    ["/search?q=tag%3Ahome", { group: "tag", key: "home", tags: ["home"] }],
  ])("%s", (href, target) => {
    expect(linkTarget(`http://localhost${href}`)).toEqual(target);
  });

  it.each(["/items/all", "/items/inbox/4", "/search?q=tag%3Ahome+fence", "/queue"])("none is %s", (href) => {
    expect(linkTarget(`http://localhost${href}`)).toBeUndefined();
  });
});
