/** Fluent parts of few pages: settings, tables, toasts. */
export {
  Combobox,
  Dropdown,
  Option,
  ProgressBar,
  Radio,
  RadioGroup,
  Select,
  Switch,
  Tab,
  TabList,
  Toast,
  ToastBody,
  Toaster,
  ToastTitle,
  useToastController,
} from "@fluentui/react-components";
