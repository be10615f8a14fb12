// What failed, read from the reports that Jest and Playwright write: said again at the very end, where a long log is read first.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Lines of a message that are repeated. */
const MESSAGE_LINES = 12;

const folder = mkdtempSync(join(tmpdir(), "tessera-reports-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** @returns path of the report that a part's runner writes */
export const reportOf = (part) => join(folder, `${part}.json`);

/** @returns `{ title, message }` of each test that failed in a part; none when the part has no report */
export function failuresOf(part, root) {
  if (!existsSync(reportOf(part))) return [];
  const report = JSON.parse(readFileSync(reportOf(part), "utf8"));
  return report.testResults ? jestFailures(report, root) : playwrightFailures(report.suites ?? []);
}

function jestFailures(report, root) {
  return report.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const tests = file.assertionResults.filter(({ status }) => status === "failed");
    // A file that could not be loaded has no tests.
    if (!tests.length && file.status === "failed") return [{ title: name, message: short(file.message) }];
    return tests.map((test) => ({ title: `${name} › ${test.fullName}`, message: short(test.failureMessages[0]) }));
  });
}

function playwrightFailures(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map((spec) => ({
        title: `${spec.file}:${spec.line} › ${spec.title}`,
        message: short(spec.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
      })),
    ...playwrightFailures(suite.suites ?? []),
  ]);
}

const short = (message = "") => stripVTControlCharacters(message).split("\n").slice(0, MESSAGE_LINES).join("\n");
