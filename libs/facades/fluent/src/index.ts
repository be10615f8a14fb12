/** Fluent components on every first view. Rarer groups: @tessera/fluent-data, @tessera/fluent-extra. */

export type { ButtonProps, Theme } from "@fluentui/react-components";
export {
  Button,
  createDOMRenderer,
  FluentProvider,
  makeResetStyles,
  makeStaticStyles,
  makeStyles,
  mergeClasses,
  RendererProvider,
  Tooltip,
  tokens,
} from "@fluentui/react-components";
export { Spinner, type SpinnerProps } from "./spinner.tsx";
