import { type IconButtonProps, sideOf } from "./icon-button-props.ts";
import { PlainButton } from "./plain-button.tsx";

/** An icon button whose name the browser shows: for what every first view carries, Fluent's tooltip is too heavy. */
export function PlainIconButton({
  icon,
  label,
  pressed,
  size = "medium",
  appearance = "subtle",
  ...rest
}: Omit<IconButtonProps, "shortcut">) {
  const side = sideOf[size];
  return (
    <PlainButton
      {...rest}
      appearance={appearance}
      icon={icon}
      title={label}
      aria-pressed={pressed}
      style={{ minWidth: side, width: side, height: side, padding: 0 }}
    />
  );
}
