/** Fluent components on every first view. Rarer groups: @tessera/fluent-data, @tessera/fluent-extra. */

export type { BrandVariants, ButtonProps, Theme } from "@fluentui/react-components";
export {
  Avatar,
  Button,
  createDarkTheme,
  createDOMRenderer,
  createLightTheme,
  FluentProvider,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeResetStyles,
  makeStaticStyles,
  makeStyles,
  mergeClasses,
  RendererProvider,
  Spinner,
  Tooltip,
  tokens,
} from "@fluentui/react-components";
