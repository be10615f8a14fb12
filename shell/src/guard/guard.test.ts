import { clearCookies, config, rule } from "../testing/start-shell.tsx";
import { needsSession } from "./route-guard.ts";
import { createSavedPath, ownPath } from "./saved-path.ts";

const guarded = { ...config.guard, enabled: true };

describe("route guard", () => {
  it("never guards the login and callback routes [guard.exempt]", () => {
    for (const path of ["/login", "/confirm"]) {
      expect(needsSession({ ...guarded, include: [path] }, path, rule(path))).toBe(false);
    }
  });

  it("guards only the listed paths when there is an include list [guard.include-list]", () => {
    const guard = { ...guarded, include: ["/items/*"] };
    expect(needsSession(guard, "/items/inbox", rule("/items/:type"))).toBe(true);
    expect(needsSession(guard, "/queue", rule("/queue"))).toBe(false);
  });

  it("does not guard excluded paths, included or not [guard.exclude-list]", () => {
    const guard = { ...guarded, include: ["/items/*"], exclude: ["/items/public"] };
    expect(needsSession(guard, "/items/public", rule("/items/:type"))).toBe(false);
    expect(needsSession({ ...guarded, exclude: ["/queue"] }, "/queue", rule("/queue"))).toBe(false);
  });

  it("guards nothing when it is off", () => {
    expect(needsSession({ ...guarded, enabled: false }, "/queue", rule("/queue"))).toBe(false);
  });
});

describe("saved path", () => {
  beforeEach(clearCookies);

  it("is kept under the cookie prefix and given back once [guard.saved-path] [guard.saved-path-once]", () => {
    const saved = createSavedPath("tessera");
    saved.save("/items/inbox?q=a&b#c");
    expect(document.cookie).toContain("tessera-redirect-path=");
    expect(saved.take()).toBe("/items/inbox?q=a&b#c");
    expect(saved.take()).toBeNull();
    expect(document.cookie).not.toContain("redirect-path");
  });

  it("never leads out of the product", () => {
    for (const path of [
      "https://evil.example/",
      "//evil.example/x",
      "/\\evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
      "%E0%A4%A",
    ]) {
      expect(ownPath(encodeURIComponent(path))).toBeNull();
    }
    expect(ownPath(encodeURIComponent("/queue"))).toBe("/queue");
  });
});
