import type { RouteObject } from "@tessera/router";
import { RecordingsPage } from "./list/recordings-page.tsx";
import { TranscriptPage } from "./transcript/transcript-page.tsx";

const routes: RouteObject[] = [
  { path: "transcribe", Component: RecordingsPage },
  { path: "transcribe/:id", Component: TranscriptPage },
];
export default routes;
