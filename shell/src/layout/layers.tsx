// What lies over a page: fetched when a framed page is drawn, or as soon as the first of it opens.

export { OverlayHost } from "../commands/overlay-host.tsx";
export { DialogHost } from "../dialogs/dialog-host.tsx";
export { AreaLines } from "./area-lines.tsx";
export { MeLines } from "./me-lines.tsx";
