import { type Area, areaNames, exportsOf, readArea } from "@tessera/contracts-check/areas.ts";
import { authErrorsOf, definitionsOf, eventsOf, type JsonSchema, written } from "@tessera/contracts-check/shape.ts";
import type { ProblemDefinition } from "@tessera/contracts-core/define-problem.ts";

/** Pages of the handbook that the contracts make, by file name. */
export async function cataloguePages(): Promise<Record<"errors.md" | "events.md", string>> {
  const areas = await Promise.all(areaNames().map(readArea));
  return { "errors.md": errorsPage(areas), "events.md": eventsPage(areas) };
}

const HOW = "`npm run handbook` writes this page; a test fails when it is out of date.";

function errorsPage(areas: Area[]): string {
  return page(
    [
      "# Errors",
      "",
      "What the services answer instead of a result: RFC 9457 problem details (`application/problem+json`) with one of these codes.",
      "The definitions are in `libs/contracts/<area>/src/problems.ts`; `{name}` stands for a value.",
      HOW,
    ],
    areas.flatMap((area) => {
      const problems = definitionsOf(area);
      const section = problems.length ? ["", `## ${titleOf(area)}`, "", ...problemTable(problems)] : [];
      return [...section, ...authTable(area)];
    }),
  );
}

const problemTable = (problems: ProblemDefinition[]) => [
  "| code | status | sentence |",
  "|---|---|---|",
  ...[...problems].sort(byCode).map(({ code, status, sentence }) => `| \`${code}\` | ${status} | ${cell(sentence)} |`),
];

/** Errors of auth/v1: its clients know the codes, a page words them. */
function authTable(area: Area): string[] {
  const errors = authErrorsOf(area);
  if (!errors.length) return [];
  const sentences = (exportsOf(area, "auth-sentences.ts").authSentences ?? {}) as Record<string, string>;
  return [
    "",
    "## auth/v1",
    "",
    "In the format of its clients (`{code, message}` or `{code, error_code, msg}`). The sentence is what our pages say.",
    "",
    "| code | status | sentence |",
    "|---|---|---|",
    ...[...errors]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, statuses]) => `| \`${code}\` | ${statuses.join(", ")} | ${cell(sentences[code] ?? "")} |`),
  ];
}

function eventsPage(areas: Area[]): string {
  return page(
    [
      "# Events",
      "",
      "What services tell each other: written in the transaction that made it true, delivered at least once to every consumer.",
      "The definitions are in `libs/contracts/<area>/src/events.ts`.",
      HOW,
    ],
    areas.flatMap((area) =>
      eventsOf(area).flatMap(({ topic, meaning, schema }) => {
        const { properties = {}, required = [] } = written([["payload", schema]], "input").payload as {
          properties?: Record<string, JsonSchema>;
          required?: string[];
        };
        const rows = Object.entries(properties).map(
          ([name, one]) =>
            `| \`${name}\` | ${cell(kindOf(one))} | ${required.includes(name) ? "" : `\`${JSON.stringify(one.default) ?? "none"}\``} |`,
        );
        return ["", `## ${topic}`, "", meaning, "", "| member | kind | default |", "|---|---|---|", ...rows];
      }),
    ),
  );
}

function kindOf(schema: JsonSchema): string {
  const branches = (schema.anyOf ?? []) as JsonSchema[];
  if (branches.length) return branches.map(kindOf).join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(", ");
  return String(schema.format ?? schema.type ?? "any");
}

const titleOf = ({ name }: Area) => (name === "core" ? "Every service" : name[0]!.toUpperCase() + name.slice(1));
const byCode = (a: ProblemDefinition, b: ProblemDefinition) => (a.code === b.code ? 0 : a.code < b.code ? -1 : 1);
const cell = (text: string) => text.replaceAll("|", "\\|");
const page = (head: string[], body: string[]) => `${[...head, ...body].join("\n")}\n`;
