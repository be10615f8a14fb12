const COPIED = [
  ...["boxSizing", "width", "paddingTop", "paddingRight", "paddingBottom", "paddingLeft"],
  ...["borderTopWidth", "borderRightWidth", "borderBottomWidth", "borderLeftWidth"],
  ...["fontFamily", "fontSize", "fontWeight", "lineHeight", "letterSpacing", "tabSize"],
] as (keyof CSSStyleDeclaration & string)[];

/**
 * Where a letter of a field stands, in px from the field's corner: browsers say it of no textarea, so its text is laid
 * out once more beside it.
 */
export function caretPlace(field: HTMLTextAreaElement, index: number): { left: number; top: number; line: number } {
  const style = getComputedStyle(field);
  const copy = document.createElement("div");
  for (const name of COPIED) Object.assign(copy.style, { [name]: style[name] });
  Object.assign(copy.style, {
    ...{ position: "absolute", visibility: "hidden", borderStyle: "solid" },
    ...{ whiteSpace: "pre-wrap", overflowWrap: "break-word" },
  });
  const mark = document.createElement("span");
  mark.textContent = "\u200b";
  copy.append(field.value.slice(0, index), mark);
  document.body.append(copy);
  const line = Number.parseFloat(style.lineHeight) || mark.offsetHeight;
  const place = { left: mark.offsetLeft, top: mark.offsetTop - field.scrollTop, line };
  copy.remove();
  return place;
}
