import { jest } from "@jest/globals";
import { render, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { CodeUnderField } from "./code-under-field.tsx";

const field = createRef<HTMLTextAreaElement>();
const onShown = jest.fn<(shown: boolean) => void>();
const of = (code: string, language = "ts") => (
  <>
    <CodeUnderField code={code} language={language} field={field} className="under" onShown={onShown} />
    <textarea ref={field} aria-label="Code" value={code} readOnly />
  </>
);
const under = () => document.querySelector("pre");
const colourOf = (text: string) =>
  [...document.querySelectorAll<HTMLElement>("pre span")].find(({ textContent }) => textContent === text)?.style.color;

describe("code under a field", () => {
  beforeEach(() => onShown.mockClear());

  it("has the same text in colours, and says when it has", async () => {
    const code = "const one = 1;\n\n\treturn one;";
    const { unmount } = render(of(code));
    expect(under()).toBeNull();
    await waitFor(() => expect(colourOf("const")).toBeTruthy());
    expect(under()).toHaveAttribute("aria-hidden", "true");
    expect(under()!.textContent).toBe(`${code}\n`);
    expect(onShown).toHaveBeenLastCalledWith(true);
    unmount();
    expect(onShown).toHaveBeenLastCalledWith(false);
  });

  it("keeps the colours of lines that stay while another is written", async () => {
    const { rerender } = render(of("const one = 1;\nlet two;"));
    await waitFor(() => expect(colourOf("const")).toBeTruthy());
    rerender(of("const one = 1;\nlet three;"));
    expect(colourOf("const")).toBeTruthy();
    expect(colourOf("let three;")).toBe("");
    await waitFor(() => expect(colourOf("let")).toBeTruthy());
  });

  it("is nothing for a language without colours", async () => {
    render(of("const one = 1;", "klingon"));
    await waitFor(() => expect(onShown).toHaveBeenCalledWith(false));
    expect(under()).toBeNull();
  });

  it("scrolls with the field", async () => {
    render(of("const one = 1;"));
    await waitFor(() => expect(under()).not.toBeNull());
    field.current!.scrollLeft = 40;
    field.current!.scrollTop = 7;
    field.current!.dispatchEvent(new Event("scroll"));
    expect(under()!.querySelector("code")!.style.transform).toBe("translate(-40px, -7px)");
  });
});
