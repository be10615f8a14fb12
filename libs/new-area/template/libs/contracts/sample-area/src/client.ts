import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { NewSampleAreaRecord, SampleAreaRecord, SampleAreaRecordPage, SampleAreaRecordQuery } from "./records.ts";

const RECORDS = "/api/sample-area/records";

export const sampleAreaClient = (transport: Transport) => ({
  records: (query: SampleAreaRecordQuery, signal?: AbortSignal) =>
    request<SampleAreaRecordPage>(transport, "GET", RECORDS, { query, signal }),
  /** @throws ProblemError 409 `record_title_taken` */
  createRecord: (record: NewSampleAreaRecord, idempotencyKey: string) =>
    request<SampleAreaRecord>(transport, "POST", RECORDS, { json: record, idempotencyKey }),
});
