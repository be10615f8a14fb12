import { makeStyles } from "@tessera/fluent";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useUiSettings } from "./provider.tsx";
import { darkTheme, lightTheme } from "./theme.ts";
import { trustedHtml } from "./trusted-html.ts";

const useStyles = makeStyles({ frame: { display: "block", width: "100%", border: "none", colorScheme: "normal" } });

/**
 * HTML from outside, sanitised by the server and still kept apart: a sandboxed frame that runs no script and sends no
 * form. Links open in a new tab. It grows to the height of its content, and the keys pressed in it reach the page.
 * `ground="paper"` shows it on white, as mails expect.
 */
export function HtmlFrame({ html, title, ground = "theme" }: { html: string; title: string; ground?: "theme" | "paper" }) {
  const styles = useStyles();
  const { mode, nonce } = useUiSettings();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(120);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const content = page(html, ground === "paper" ? "light" : mode, ground === "paper", nonce);
  // React would make a text of it again.
  useLayoutEffect(() => {
    frame.current!.srcdoc = trustedHtml(content);
  }, [content]);
  const onLoad = () => {
    const inside = frame.current?.contentDocument;
    if (!frame.current || !inside) return;
    const { body, documentElement: root } = inside;
    // A scroll bar at the foot of wide content takes room of its own.
    const measure = () => {
      const bar = (inside.defaultView?.innerHeight ?? 0) - root.clientHeight;
      setHeight(Math.ceil(Math.max(body.getBoundingClientRect().height, body.scrollHeight) + bar));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    const forward = (event: KeyboardEvent) => forwardKey(event, frame.current);
    inside.addEventListener("keydown", forward);
    stop.current?.();
    stop.current = () => {
      observer.disconnect();
      inside.removeEventListener("keydown", forward);
    };
  };
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={title}
      style={{ height }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={onLoad}
    />
  );
}

/** A key pressed in the frame is the page's, too: shortcuts work while a text in it is read or selected. */
function forwardKey(event: KeyboardEvent, frame: HTMLIFrameElement | null): void {
  const { key, code, location, repeat, ctrlKey, shiftKey, altKey, metaKey } = event;
  const copy = { key, code, location, repeat, ctrlKey, shiftKey, altKey, metaKey, bubbles: true, cancelable: true };
  if (frame && !frame.dispatchEvent(new KeyboardEvent("keydown", copy))) event.preventDefault();
}

function page(html: string, mode: "light" | "dark", paper: boolean, nonce: string | undefined): string {
  const theme = mode === "dark" ? darkTheme : lightTheme;
  const style = `
    html { color-scheme: ${mode} }
    body { display: flow-root; margin: 0; padding: ${paper ? "16px" : "0"}; overflow-x: auto; overflow-y: hidden; overflow-wrap: anywhere;
      background: ${paper ? "#ffffff" : theme.colorNeutralBackground1}; color: ${paper ? "#171c1c" : theme.colorNeutralForeground1};
      font: 16px/26px ${theme.fontFamilyBase} }
    a { color: inherit; text-underline-offset: 3px }
    img, video { max-width: 100%; height: auto }
    pre { overflow-x: auto; padding: 12px 16px; border-radius: 8px; background: ${theme.codebg}; color: #cad3f5; font: 14px/20px ${theme.fontFamilyMonospace} }
    code { font-family: ${theme.fontFamilyMonospace}; font-size: 14px }
    blockquote { margin: 0 0 16px; padding-left: 12px; border-left: 3px solid ${theme.colorNeutralStroke1} }
    h1, h2, h3 { font-size: 20px; line-height: 28px } table { border-collapse: collapse; max-width: 100% }`;
  return `<!doctype html><html><head><meta charset="utf-8"><base target="_blank"><style${nonce ? ` nonce="${nonce}"` : ""}>${style}</style></head><body>${html}</body></html>`;
}
