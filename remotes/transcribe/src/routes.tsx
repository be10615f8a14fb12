import type { RouteObject } from "@tessera/router";
import { RecordingsPage } from "./list/recordings-page.tsx";
import { TranscriptPage } from "./transcript/transcript-page.tsx";
import { VocabularyPage } from "./vocabulary/vocabulary-page.tsx";

const routes: RouteObject[] = [
  { path: "transcribe", Component: RecordingsPage },
  { path: "transcribe/vocabulary", Component: VocabularyPage },
  { path: "transcribe/:id", Component: TranscriptPage },
];
export default routes;
