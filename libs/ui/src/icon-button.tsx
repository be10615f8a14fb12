import { Button, Tooltip } from "@tessera/fluent";
import { type IconButtonProps, sideOf } from "./icon-button-props.ts";
import { Keycap } from "./small.tsx";

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
        style={{ minWidth: sideOf[size], width: sideOf[size], height: sideOf[size], padding: 0 }}
      />
    </Tooltip>
  );
}
