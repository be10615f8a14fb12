/** Prints text alone, not the page around it. */
export function printText(title: string, text: string): void {
  const frame = document.createElement("iframe");
  frame.setAttribute("aria-hidden", "true");
  frame.style.position = "fixed";
  frame.style.visibility = "hidden";
  document.body.append(frame);
  const { contentWindow, contentDocument } = frame;
  if (!contentWindow || !contentDocument) return;
  contentDocument.title = title;
  const lines = contentDocument.createElement("pre");
  lines.textContent = text;
  contentDocument.body.append(lines);
  contentWindow.addEventListener("afterprint", () => frame.remove());
  contentWindow.focus();
  contentWindow.print();
}
