import { Module } from "@nestjs/common";
import { provideConfig } from "@tessera/service-kit";
import { ToolsController } from "./agent-tools/tools.controller.ts";
import { TranscriptTools } from "./agent-tools/transcript-tools.ts";
import { RecordingCards } from "./cards/recording-cards.ts";
import { TRANSCRIBE_CONFIG, TranscribeConfigSchema } from "./config.ts";
import { LocalModels } from "./local-models/local-models.ts";
import { ModelFilesController } from "./model-files/model-files.controller.ts";
import { AskProvider } from "./provider/ask-provider.ts";
import { BeginRecording } from "./recordings/begin-recording.ts";
import { RecordingsController } from "./recordings/recordings.controller.ts";
import { RecordingsService } from "./recordings/recordings.service.ts";
import { TranscribeRecording } from "./recordings/transcribe-recording.ts";
import { DecoderController } from "./settings/decoder.controller.ts";
import { DeleteOldSound } from "./settings/delete-old-sound.ts";
import { SettingsController } from "./settings/settings.controller.ts";
import { SettingsService } from "./settings/settings.service.ts";
import { Ffmpeg } from "./speech/ffmpeg.ts";
import { SpeechProcesses } from "./speech/speech-processes.ts";
import { SummaryController } from "./summary/summary.controller.ts";
import { SummaryService } from "./summary/summary.service.ts";
import { TextsController } from "./texts/texts.controller.ts";
import { TextsService } from "./texts/texts.service.ts";
import { DeleteOldUploads } from "./uploads/delete-old-uploads.ts";
import { UploadsController } from "./uploads/uploads.controller.ts";
import { UploadsService } from "./uploads/uploads.service.ts";
import { VocabularyController } from "./vocabulary/vocabulary.controller.ts";
import { VocabularyService } from "./vocabulary/vocabulary.service.ts";

@Module({
  controllers: [
    ModelFilesController,
    RecordingsController,
    UploadsController,
    TextsController,
    SummaryController,
    SettingsController,
    DecoderController,
    VocabularyController,
    ToolsController,
  ],
  providers: [
    provideConfig(TRANSCRIBE_CONFIG, TranscribeConfigSchema),
    TranscriptTools,
    RecordingCards,
    RecordingsService,
    UploadsService,
    DeleteOldUploads,
    BeginRecording,
    TextsService,
    SummaryService,
    TranscribeRecording,
    AskProvider,
    SettingsService,
    DeleteOldSound,
    VocabularyService,
    SpeechProcesses,
    LocalModels,
    Ffmpeg,
  ],
})
export class TranscribeModule {}
