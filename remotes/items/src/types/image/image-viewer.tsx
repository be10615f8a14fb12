import { ArrowDownload20Regular } from "@fluentui/react-icons/svg/arrow-download";
import { PageFit20Regular } from "@fluentui/react-icons/svg/page-fit";
import { ZoomIn20Regular } from "@fluentui/react-icons/svg/zoom-in";
import { ZoomOut20Regular } from "@fluentui/react-icons/svg/zoom-out";
import type { Item } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { IconButton } from "@tessera/ui";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { download } from "../../detail/attachments.tsx";
import { usePicture } from "../../detail/use-file.ts";

/** Parts of the image's own size that the buttons go through. */
const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8];

const useStyles = makeStyles({
  bar: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px", marginBottom: "8px" },
  part: { minWidth: "56px", textAlign: "center", fontVariantNumeric: "tabular-nums" },
  grow: { flexGrow: 1 },
  scroller: {
    height: "70vh",
    overflow: "auto",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground3,
    display: "grid",
    placeItems: "safe center",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
  fit: { display: "block", width: "100%", height: "100%", objectFit: "contain" },
  own: { display: "block", maxWidth: "none", cursor: "grab", touchAction: "pan-x pan-y pinch-zoom" },
});

const ORIGINAL = {
  offered: "Open the original",
  loading: "Loading…",
  failed: "Not loaded. Try again",
  shown: "Original shown",
};

/** An image as large as one wants it: whole, or a part of its own size that one moves about in. */
export function ImageViewer(props: {
  title: string;
  /** Address of the picture that is shown at once. */
  preview: string;
  file: Item["attachments"][number] | undefined;
  width: number;
  height: number;
}) {
  const { title, preview, file, width, height } = props;
  const styles = useStyles();
  const scroller = useRef<HTMLElement>(null);
  /** null: as large as there is room. */
  const [scale, setScale] = useState<number | null>(null);
  const [original, setOriginal] = useState(false);
  const whole = usePicture(original && file ? file.url : null);
  const src = whole.src ?? preview;

  const fitted = () => {
    const box = scroller.current?.getBoundingClientRect();
    return box ? Math.min(box.width / width, box.height / height) : 1;
  };
  const zoom = (direction: 1 | -1) => {
    const now = scale ?? fitted();
    const steps = direction > 0 ? STEPS.filter((step) => step > now * 1.01) : STEPS.filter((step) => step < now * 0.99);
    setScale((direction > 0 ? steps[0] : steps.at(-1)) ?? now);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      "+": () => zoom(1),
      "=": () => zoom(1),
      "-": () => zoom(-1),
      "0": () => setScale(null),
      "1": () => setScale(1),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const drag = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || event.buttons !== 1) return;
    scroller.current?.scrollBy(-event.movementX, -event.movementY);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside
    <div onKeyDown={onKeyDown}>
      <div className={styles.bar} role="toolbar" aria-label="Zoom">
        <IconButton icon={<ZoomOut20Regular />} label="Zoom out" shortcut="-" onClick={() => zoom(-1)} />
        <span className={styles.part} role="status">
          {scale === null ? "Whole" : `${Math.round(scale * 100)}%`}
        </span>
        <IconButton icon={<ZoomIn20Regular />} label="Zoom in" shortcut="+" onClick={() => zoom(1)} />
        <IconButton icon={<PageFit20Regular />} label="Whole image" shortcut="0" onClick={() => setScale(null)} />
        <span className={styles.grow} />
        {/* It stays once it has done its part: with it the focus would leave the dialog. */}
        {file && (
          <Button size="small" disabledFocusable={original && !whole.failed} onClick={() => setOriginal(true)}>
            {ORIGINAL[whole.src ? "shown" : whole.failed ? "failed" : original ? "loading" : "offered"]}
          </Button>
        )}
        {file && (
          <IconButton
            icon={<ArrowDownload20Regular />}
            label="Download the original"
            onClick={() => void download(file)}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={title}>
        <img
          src={src}
          alt={title}
          draggable={false}
          className={scale === null ? styles.fit : styles.own}
          style={scale === null ? undefined : { width: width * scale, height: height * scale }}
          onDoubleClick={() => setScale(scale === null ? 1 : null)}
          onPointerMove={drag}
        />
      </section>
    </div>
  );
}
