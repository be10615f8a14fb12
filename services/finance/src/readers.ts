// What reads foreign content, each in a process of its own (service-kit, untrusted/).
export { readStatements as bankFile } from "./imports/read-statements.ts";
