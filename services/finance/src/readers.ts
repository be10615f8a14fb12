// What reads foreign content, each in a process of its own (service-kit, untrusted/).
export { readStatements as bankFile, tryStatements as csvHead } from "./imports/read-statements.ts";
export { readRates as rates } from "./rates/read-rates.ts";
export { receipt } from "./receipts/read/receipt-reader.ts";
