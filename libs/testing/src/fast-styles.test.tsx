import { afterEach, describe, expect, it } from "@jest/globals";

/** What makes the styles of tests fast must not change them; see fast-styles.mjs. */
function page(css: string, html: string): Element {
  document.head.innerHTML = `<style>${css}</style>`;
  document.body.innerHTML = html;
  return document.querySelector("[data-it]")!;
}
const displayOf = (element: Element) => getComputedStyle(element).display;

afterEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

describe("a computed style in tests", () => {
  it.each([
    [".a", '<p class="b a" data-it></p>'],
    [".b.a", '<p class="a b" data-it></p>'],
    ["p", "<p data-it></p>"],
    ["#x", '<p id="x" data-it></p>'],
    [".other, p.a", '<p class="a" data-it></p>'],
    [".a > .b ~ p", '<div class="a"><i class="b"></i><p data-it></p></div>'],
    [":not(.a, .b)", '<p class="c" data-it></p>'],
    [':is(.a, [title="a, .b"])', '<p title="a, .b" data-it></p>'],
    ["p:not([hidden]):first-child", "<p data-it></p>"],
    [".a\\:b", '<p class="a:b" data-it></p>'],
    ["*", "<p data-it></p>"],
  ])("comes from the rule %s", (selector, html) => {
    expect(displayOf(page(`${selector} { display: grid }`, html))).toBe("grid");
  });

  it.each([".a .b", ".b > p", "div.a", "p:hover", '[title="a"]', ".ab", "#a"])("not from the rule %s", (selector) => {
    const it = page(`${selector} { display: grid }`, '<div class="b"></div><p class="a" data-it></p>');
    expect(displayOf(it)).toBe("block");
  });

  it("follows the order of rules and the element's own style", () => {
    const it = page(".a { display: flex } p { display: grid }", '<p class="a" data-it></p>') as HTMLElement;
    expect(displayOf(it)).toBe("grid");
    it.style.display = "none";
    expect(displayOf(it)).toBe("none");
    it.style.display = "";
    expect(displayOf(it)).toBe("grid");
  });

  it("follows a change of a class, of a parent and of the rules", () => {
    const it = page(
      ".a { display: flex } .hidden { visibility: hidden }",
      "<div><p data-it></p><p></p></div>",
    ) as HTMLElement;
    it.className = "a";
    expect(displayOf(it)).toBe("flex");
    expect(displayOf(it.nextElementSibling!)).toBe("block");
    it.parentElement!.className = "hidden";
    expect(getComputedStyle(it).visibility).toBe("hidden");
    it.parentElement!.className = "";
    expect(getComputedStyle(it).visibility).toBe("visible");
    const { sheet } = document.querySelector("style")!;
    sheet!.insertRule(".a { display: grid }", 2);
    it.className = "a b";
    expect(displayOf(it)).toBe("grid");
    sheet!.deleteRule(2);
    it.className = "a";
    expect(displayOf(it)).toBe("flex");
  });

  it("knows no media but the screen", () => {
    const it = page(
      "@media screen { p { display: flex } } @media (forced-colors: active) { p { display: grid } }",
      "<p data-it></p>",
    );
    expect(displayOf(it)).toBe("flex");
  });
});
