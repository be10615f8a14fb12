// Directions of imports, as the architecture has them; checked by `npm test`.
const remoteLibraries = "^libs/(contracts|shell-api|facades|ui|code|dictation|federation|rules|speech|text-changes)/";
const serviceLibraries = "^libs/(contracts|rules|service-kit|speech)/";
const tests = "\\.(spec|test|e2e|stories)\\.tsx?$|^libs/gallery/|/src/testing/|^libs/testing/|^e2e/";

/**
 * Modules of the identity service from the lowest up; each may import those named after it
 * (services/identity/README.md).
 */
const identityModules = {
  core: [],
  users: ["core"],
  delivery: ["core", "users"],
  sessions: ["core", "users", "delivery"],
  "api-tokens": ["core", "users", "delivery", "sessions"],
  passkeys: ["core", "users", "delivery", "sessions"],
  factors: ["core", "users", "delivery", "sessions", "passkeys"],
  "oauth-server": ["core", "users", "sessions"],
  account: ["core", "users", "delivery", "sessions", "api-tokens", "passkeys", "factors", "oauth-server"],
  federation: ["core", "users", "delivery", "sessions"],
  administration: [
    "core",
    "users",
    "delivery",
    "sessions",
    "passkeys",
    "factors",
    "oauth-server",
    "account",
    "federation",
  ],
};
const identity = "^services/identity/src";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "nobody-imports-a-shell-a-remote-or-a-service",
      comment:
        "They meet at run time. Only standalone puts services together (and the tests of billing, whose provider is its own sandbox). Both commands install by one launcher.",
      severity: "error",
      from: {
        path: "^(shell|remotes/[^/]+|services/[^/]+|libs|e2e)/",
        pathNot: "^services/(standalone|billing/src/testing)/",
      },
      to: { path: "^(shell|remotes/[^/]+|services/[^/]+)/", pathNot: "^$1/|^services/standalone/bin/node24\\.mjs$" },
    },
    {
      name: "standalone-imports-services",
      severity: "error",
      from: { path: "^services/standalone/" },
      to: { path: "^(shell|remotes)/" },
    },
    {
      name: "remote-to-its-libraries",
      severity: "error",
      from: { path: "^remotes/", pathNot: tests },
      to: { path: "^libs/", pathNot: remoteLibraries },
    },
    {
      name: "service-to-its-libraries",
      comment: "The registry and the gateway share the composition's schema with the page.",
      severity: "error",
      from: { path: "^services/", pathNot: `${tests}|^services/(releases|gateway|standalone)/` },
      to: { path: "^libs/", pathNot: serviceLibraries },
    },
    {
      name: "remotes-reach-shared-packages-through-facades",
      comment: "A second copy of these in a remote would be a second router, cache or theme.",
      severity: "error",
      from: { path: "^(remotes|libs/ui/src)/", pathNot: tests },
      to: { path: "^node_modules/(react-router|@tanstack/react-query|@fluentui/react-components)/" },
    },
    {
      name: "contracts-and-shell-api-stand-below",
      severity: "error",
      from: { path: "^libs/contracts/" },
      to: { path: "^libs/", pathNot: "^libs/contracts/" },
    },
    {
      name: "pages-carry-no-schemas-and-no-catalogues",
      comment:
        "A page names types and codes, which the compiler checks; schemas, sentences and zod stay on the server.",
      severity: "error",
      from: { path: "^(shell|remotes|libs/(shell-api|ui|facades))/", pathNot: tests },
      to: {
        path: "^libs/contracts/([^/]+)/src/(\\1|page|problem|problems|events|auth-errors)\\.ts$|^node_modules/zod/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "stories-are-not-of-the-product",
      comment: "Nothing but the gallery reads them, and they alone read the gallery.",
      severity: "error",
      from: { pathNot: tests },
      to: { path: "\\.stories\\.tsx$|^libs/gallery/" },
    },
    {
      name: "testing-only-from-tests",
      severity: "error",
      from: { pathNot: `${tests}|/testing\\.tsx?$` },
      to: { path: "^libs/testing/src/.*\\.ts$" },
    },
    ...Object.entries(identityModules).map(([module, below]) => ({
      name: `identity-${module}-imports-${below.join("-") || "nothing"}`,
      severity: "error",
      from: { path: `${identity}/${module}/`, pathNot: tests },
      to: { path: `${identity}/`, pathNot: `${identity}/(${[module, ...below].join("|")})/` },
    })),
    {
      name: "identity-modules-are-entered-by-their-index",
      severity: "error",
      from: { path: `${identity}/([^/]+)/`, pathNot: tests },
      to: { path: `${identity}/[^/]+/`, pathNot: [`${identity}/$1/`, `${identity}/[^/]+/index\\.ts$`] },
    },
    {
      name: "identity-root-enters-modules-by-their-index",
      severity: "error",
      from: { path: `${identity}/[^/]+\\.ts$` },
      // Its variables are declared in every process, its code is loaded in its own.
      to: {
        path: `${identity}/[^/]+/`,
        pathNot: [`${identity}/[^/]+/index\\.ts$`, `${identity}/core/config/declared\\.ts$`],
      },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: false,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/|/node_modules/.*/node_modules/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
