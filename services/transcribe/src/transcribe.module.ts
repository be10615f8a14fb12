import { Module } from "@nestjs/common";
import { TranscriptTools } from "./agent-tools/transcript-tools.ts";
import { RecordingsController } from "./recordings/recordings.controller.ts";
import { RecordingsService } from "./recordings/recordings.service.ts";
import { TranscribeRecording } from "./recordings/transcribe-recording.ts";
import { SpeechProcesses } from "./speech/speech-processes.ts";

@Module({
  controllers: [RecordingsController],
  providers: [TranscriptTools, RecordingsService, TranscribeRecording, SpeechProcesses],
})
export class TranscribeModule {}
