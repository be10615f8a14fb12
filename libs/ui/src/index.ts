/** Components, theme and labels of every page. `@tessera/ui/markdown` is apart: few pages need it. */

export { DialogForm } from "./dialog-form.tsx";
export { Heard } from "./heard.tsx";
export { HtmlFrame } from "./html-frame.tsx";
export { IconButton, type IconButtonProps } from "./icon-button.tsx";
export { labels } from "./labels.ts";
export { GroupHead, ListRow, type ListRowProps } from "./list/list-row.tsx";
export { type Group, groupsBy } from "./list/row-geometry.ts";
export { type ListState, useListState } from "./list/use-list-state.ts";
export { type RowState, VirtualList, type VirtualListProps } from "./list/virtual-list.tsx";
export { LiveNote } from "./live-note.tsx";
export { Mark } from "./mark.tsx";
export { formatMoney, type MoneyAmount, MoneyText } from "./money-text.tsx";
export { Mosaic, type MosaicProps } from "./mosaic.tsx";
export { Notice } from "./notice.tsx";
export { Pager } from "./pager.tsx";
export { PageColumn, Pane, PaneHeader, PaneScroll, Section } from "./pane.tsx";
export { UiProvider, type UiSettings, useRowHeight, useUiSettings } from "./provider.tsx";
export { RelativeTime, shortAge } from "./relative-time.tsx";
export { Keycap, Pill, type Status, StatusText, Tag } from "./small.tsx";
export { EmptyState, ErrorState, RowSkeleton } from "./states.tsx";
export { FilterLine, TextButton } from "./text-button.tsx";
export { breakpoints, darkTheme, lightTheme, type TesseraTheme, zIndex } from "./theme.ts";
export { useMoment } from "./use-moment.ts";
export { useIsPhone, useMedia, useMinWidth } from "./use-width.ts";
export { type View, ViewTabs } from "./view-tabs.tsx";
