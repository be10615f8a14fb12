import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useId,
  useRef,
  useState,
} from "react";

/** What a menu that is open gets of its button: see `MenuPopup` in menu-popup.tsx. */
export interface OpenMenu {
  /** The button; the menu is placed at it, named by it, and gives the focus back to it. */
  target: HTMLElement;
  close: () => void;
}

interface Trigger {
  ref?: (element: HTMLElement | null) => void;
  id?: string;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onPointerEnter?: () => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}

interface Props<Lines> {
  /** A button without handlers of its own. */
  trigger: ReactElement;
  /** Resolves with the menu, or with undefined when it could not be loaded and the person was told. */
  load: () => Promise<ComponentType<Lines & { menu: OpenMenu }> | undefined>;
  lines: Lines;
  onOpen?: () => void;
}

/**
 * A button whose menu is loaded when it is first pointed at or opened: Fluent's menu and what moves the focus in it are
 * a tenth of the script of a first view.
 */
export function LazyMenu<Lines>({ trigger, load, lines, onOpen }: Props<Lines>) {
  const id = useId();
  const target = useRef<HTMLElement | null>(null);
  const [Menu, setMenu] = useState<ComponentType<Lines & { menu: OpenMenu }>>();
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    onOpen?.();
    const loaded = Menu ?? (await load());
    if (!loaded || !target.current?.isConnected) return;
    setMenu(() => loaded);
    setOpen(true);
  };
  const props: Trigger = {
    ref: (element) => {
      target.current = element;
    },
    id,
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    onClick: () => (isOpen ? setOpen(false) : void open()),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown" || isOpen) return;
      event.preventDefault();
      void open();
    },
  };
  return (
    <>
      {cloneElement(trigger as ReactElement<Trigger>, props)}
      {isOpen && Menu && target.current && (
        <Menu {...lines} menu={{ target: target.current, close: () => setOpen(false) }} />
      )}
    </>
  );
}
