import { makeStyles } from "@tessera/fluent";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type FrameText, framePage, setText } from "./html-frame-page.ts";
import { loadFramePictures } from "./html-frame-pictures.ts";
import { useUiSettings } from "./provider.tsx";
import { trustedHtml } from "./trusted-html.ts";

const useStyles = makeStyles({ frame: { display: "block", width: "100%", border: "none", colorScheme: "normal" } });

/**
 * HTML from outside, sanitised by the server and still kept apart: a sandboxed frame that runs no script, sends no form
 * and loads nothing. Links open in a new tab. It grows to the height of its content, and the keys pressed in it reach
 * the page.
 */
export function HtmlFrame({
  html,
  title,
  lang = "",
  text,
  loadPicture,
  onSized,
  onDocument,
  children,
}: {
  html: string;
  title: string;
  /** Language of the content, BCP 47; none where it is not known. */
  lang?: string;
  text?: FrameText;
  /** Fetches the picture that stands as `<img data-picture="id" width height>`, once it is about to be seen. */
  loadPicture?: (id: string) => Promise<Blob>;
  /** Called once the frame has the height of its content; the place of everything is final then. */
  onSized?: (frame: HTMLIFrameElement) => void;
  /** Called with each document that the frame has loaded, before anything else is done; returns what ends its use. */
  onDocument?: (inside: Document) => () => void;
  /** What stands below; drawn once its place is known, so that it never jumps. */
  children?: ReactNode;
}) {
  const styles = useStyles();
  const { mode, nonce } = useUiSettings();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  const stop = useRef<() => void>(undefined);
  const latest = useRef({ loadPicture, onSized, onDocument });
  latest.current = { loadPicture, onSized, onDocument };
  useEffect(() => () => stop.current?.(), []);
  const content = framePage(html, mode, nonce);
  // React would make a text of it again.
  useLayoutEffect(() => {
    frame.current!.srcdoc = trustedHtml(content);
  }, [content]);
  useLayoutEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    setText(inside, text);
    inside.documentElement.lang = lang;
  }, [text, lang]);
  const sized = height !== undefined;
  useLayoutEffect(() => {
    if (sized && frame.current) latest.current.onSized?.(frame.current);
  }, [sized]);
  const onLoad = () => {
    const inside = frame.current?.contentDocument;
    if (!frame.current || !inside) return;
    const { body, documentElement: root } = inside;
    stop.current?.();
    // Its listeners come before the page's: a key that it takes is no shortcut.
    const leave = latest.current.onDocument?.(inside);
    setText(inside, text);
    root.lang = lang;
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
    const forget = loadFramePictures(inside, (id) => latest.current.loadPicture?.(id));
    stop.current = () => {
      leave?.();
      observer.disconnect();
      inside.removeEventListener("keydown", forward);
      forget();
    };
  };
  return (
    <>
      <iframe
        ref={frame}
        className={styles.frame}
        title={title}
        style={{ height: height ?? 120 }}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={onLoad}
      />
      {sized && children}
    </>
  );
}

/** A key pressed in the frame is the page's, too: shortcuts work while a text in it is read or selected. */
function forwardKey(event: KeyboardEvent, frame: HTMLIFrameElement | null): void {
  const { key, code, location, repeat, ctrlKey, shiftKey, altKey, metaKey } = event;
  const copy = { key, code, location, repeat, ctrlKey, shiftKey, altKey, metaKey, bubbles: true, cancelable: true };
  if (frame && !frame.dispatchEvent(new KeyboardEvent("keydown", copy))) event.preventDefault();
}
