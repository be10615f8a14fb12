/** What the lockfile says of one package; `license` is an SPDX expression. */
interface LockedPackage {
  license?: string;
  link?: boolean;
}

/** Licences that allow use in and with this product without a further agreement. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "Python-2.0",
]);

/** Packages that state another licence, each with the reason why it is allowed. */
const ALLOWED_BY_NAME: Record<string, string> = {
  "caniuse-lite": "CC-BY-4.0: data for build tools, never shipped",
  "xml-escape": "MIT, which it spells 'MIT License'",
  busboy: "MIT, in the field `licenses` of old; for tests alone",
  streamsearch: "MIT, in the field `licenses` of old; for tests alone",
  "browser-assert": "MIT, in its file LICENSE; for the gallery alone",
  "combine-errors": "MIT, in its readme",
  "humanize-number": "MIT, in its readme; for tests alone",
  "@fontsource-variable/inter": "OFL-1.1: the font of compared pictures, never shipped",
};

/** @returns `name: licence` of every package in a lockfile whose licence is not on the list */
export function refusedLicences(lockfile: { packages: Record<string, LockedPackage> }): string[] {
  return Object.entries(lockfile.packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, { license }]) => ({ name: path.slice(path.lastIndexOf("node_modules/") + 13), license }))
    .filter(({ name, license }) => !(name in ALLOWED_BY_NAME) && !isAllowed(license ?? ""))
    .map(({ name, license }) => `${name}: ${license ?? "none stated"}`);
}

/** Of an expression with OR one alternative must be allowed, of one with AND every part. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, "").split(" OR ");
  return alternatives.some((all) => all.split(" AND ").every((licence) => ALLOWED.has(licence.trim())));
}
