import type { MouseEventHandler, ReactElement, Ref } from "react";

export interface IconButtonProps {
  /** 20 px icon (16 px with `size="small"`). */
  icon: ReactElement;
  /** Name, also shown as tooltip. */
  label: string;
  /** Key shown in the tooltip. */
  shortcut?: string;
  onClick?: MouseEventHandler<HTMLElement>;
  size?: "small" | "medium" | "large";
  appearance?: "subtle" | "secondary" | "transparent";
  disabled?: boolean;
  pressed?: boolean;
  tabIndex?: number;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Width and height. */
export const sideOf = { small: "24px", medium: "32px", large: "40px" } as const;
