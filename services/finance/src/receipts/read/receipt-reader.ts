import type { Content } from "@tessera/service-kit/reader.ts";
import { type ReadReceipt, type ReceiptText, readReceipt } from "./read-receipt.ts";

/** What a receipt says; runs in a process of its own. */
export const receipt = ({ value }: Content<ReceiptText>): Content<ReadReceipt> => ({
  value: readReceipt(value),
  blobs: [],
});
