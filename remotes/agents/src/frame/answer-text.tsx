import { useNavigate } from "@tessera/router";
import { Markdown } from "@tessera/ui/markdown";
import { type MouseEvent, useDeferredValue } from "react";

/** Markdown of an agent, whose links to cards and runs open without a page being loaded; `onFollow` is told. */
export function AnswerText({ text, onFollow }: { text: string; onFollow?: () => void }) {
  const navigate = useNavigate();
  // While it is written, it comes word by word: what a person does meanwhile goes first.
  const shown = useDeferredValue(text);
  const follow = (event: MouseEvent) => {
    const address = (event.target as Element).closest("a")?.getAttribute("href") ?? "";
    const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!/^\/(?!\/)/.test(address) || isOther) return;
    event.preventDefault();
    onFollow?.();
    void navigate(address);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed, by key as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div onClick={follow}>
      <Markdown text={shown} />
    </div>
  );
}
