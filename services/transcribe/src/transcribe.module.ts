import { Module } from "@nestjs/common";
import { TranscriptTools } from "./agent-tools/transcript-tools.ts";
import { ModelFilesController } from "./model-files/model-files.controller.ts";
import { RecordingsController } from "./recordings/recordings.controller.ts";
import { RecordingsService } from "./recordings/recordings.service.ts";
import { TranscribeRecording } from "./recordings/transcribe-recording.ts";
import { SpeechProcesses } from "./speech/speech-processes.ts";
import { VocabularyController } from "./vocabulary/vocabulary.controller.ts";
import { VocabularyService } from "./vocabulary/vocabulary.service.ts";

@Module({
  controllers: [ModelFilesController, RecordingsController, VocabularyController],
  providers: [TranscriptTools, RecordingsService, TranscribeRecording, VocabularyService, SpeechProcesses],
})
export class TranscribeModule {}
