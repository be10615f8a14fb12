import { Module } from "@nestjs/common";
import { SampleAreaCardSteps } from "./card-steps.ts";
import { RecordStore } from "./records/record.store.ts";
import { RecordReviews } from "./records/record-reviews.ts";
import { RecordsController } from "./records/records.controller.ts";
import { RecordsService } from "./records/records.service.ts";

@Module({
  controllers: [RecordsController],
  providers: [RecordsService, RecordStore, RecordReviews, SampleAreaCardSteps],
})
export class SampleAreaModule {}
