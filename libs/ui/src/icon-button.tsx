import { Button, Tooltip } from "@tessera/fluent";
import type { MouseEventHandler, ReactElement, Ref } from "react";
import { Keycap } from "./small.tsx";

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

const side = { small: "24px", medium: "32px", large: "40px" } as const;

export function IconButton({
  icon,
  label,
  shortcut,
  pressed,
  size = "medium",
  appearance = "subtle",
  ...rest
}: IconButtonProps) {
  const tip = shortcut ? (
    <>
      {label} <Keycap>{shortcut}</Keycap>
    </>
  ) : (
    label
  );
  return (
    <Tooltip content={tip} relationship="description" withArrow={false}>
      <Button
        {...rest}
        appearance={appearance}
        icon={icon}
        aria-label={label}
        aria-pressed={pressed}
        style={{ minWidth: side[size], width: side[size], height: side[size], padding: 0 }}
      />
    </Tooltip>
  );
}
