import { type DeclaredVariable, declaredVariables, kitVariables, type ServiceDefinition } from "@tessera/service-kit";

interface Part {
  part: string;
  variables: DeclaredVariable[];
}

/** Every variable by the part that declares it. */
export const declarations = (services: ServiceDefinition[]): Part[] => [
  { part: "service-kit", variables: kitVariables.flatMap(declaredVariables) },
  ...services
    .filter(({ config }) => config?.length)
    .map(({ name, config = [] }) => ({ part: name, variables: config.flatMap(declaredVariables) }))
    .sort((a, b) => a.part.localeCompare(b.part)),
];

/** A variable is declared by one part: its first that does not merely read it too. */
const owners = (parts: Part[], name: string) =>
  parts.filter(({ variables }) => variables.some((one) => one.name === name && !one.readToo)).map(({ part }) => part);
const readers = (parts: Part[], name: string) =>
  parts.filter(({ variables }) => variables.some((one) => one.name === name && one.readToo)).map(({ part }) => part);

/** What is wrong with the declarations: twice declared, declared by nobody, without a sentence. */
export function faultsOf(parts: Part[]): string[] {
  const names = [...new Set(parts.flatMap(({ variables }) => variables.map(({ name }) => name)))];
  return [
    ...names
      .filter((name) => owners(parts, name).length > 1 && !SHARED.has(name))
      .map((name) => `${name} is declared by ${owners(parts, name).join(" and ")}`),
    ...names.filter((name) => owners(parts, name).length === 0).map((name) => `${name} is read and declared by nobody`),
    ...parts.flatMap(({ variables }) =>
      variables.filter((one) => !one.readToo && !one.about).map(({ name }) => `${name} does not say what it does`),
    ),
  ];
}

/** Declared once in the kit, by a schema that several services parse. */
const SHARED = new Set(["TESSERA_ADMINS"]);

/** The handbook's page of all variables. */
export function environmentPage(parts: Part[]): string {
  const lines = [
    "# Environment reference",
    "",
    "Every variable that a process of Tessera reads, by the part that declares it. `npm run handbook` writes this page from the",
    "declarations; a test fails when it is out of date. A variable that is empty counts as not set. Secrets come from your secret store",
    "and are never logged.",
  ];
  const listed = new Set<string>();
  for (const { part, variables } of parts) {
    const own = variables
      .filter(({ name, readToo }) => !readToo && !listed.has(name))
      .sort((a, b) => a.name.localeCompare(b.name));
    if (!own.length) continue;
    for (const { name } of own) listed.add(name);
    lines.push(
      "",
      `## ${part === "service-kit" ? "Every process" : part}`,
      "",
      "| variable | values | default | what it does |",
      "|---|---|---|---|",
    );
    for (const one of own) {
      const also = readers(parts, one.name).filter((reader) => reader !== part);
      const notes = [one.secret ? "Secret." : "", also.length ? `Also read by ${also.join(", ")}.` : ""].filter(
        Boolean,
      );
      lines.push(
        `| \`${one.name}\` | ${one.values} | ${one.fallback ? `\`${one.fallback}\`` : ""} | ${[sentence(one.about), ...notes].join(" ").replaceAll("|", "\\|")} |`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`;
