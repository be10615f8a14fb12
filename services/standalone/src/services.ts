import { foldersIn, type ServiceDefinition } from "@tessera/service-kit";

type Environment = Record<string, string | undefined>;

/** The services of this workspace: each folder beside this one whose `src/index.ts` exports a definition. */
const folders = foldersIn(import.meta.dirname, "../..", "src/index.ts");
const modules = await Promise.all(folders.map((name) => import(`../../${name}/src/index.ts`) as Promise<object>));
const all = modules.flatMap((exported) => Object.values(exported) as unknown[]).filter(isDefinition);

function isDefinition(value: unknown): value is ServiceDefinition {
  return typeof value === "object" && value !== null && "module" in value && "migrations" in value;
}

/** Started before the others, which ask it what is released, and after them, as it answers what nobody else does. */
const [FIRST, LAST] = ["releases", "gateway"];
const placeOf = ({ name }: ServiceDefinition) => (name === FIRST ? -1 : name === LAST ? 1 : 0);
const ordered = [...all].sort((a, b) => placeOf(a) - placeOf(b));

/**
 * What runs under IDENTITY_PROFILE, for the tests of the clients of auth/v1 and realtime/v1: nothing beside these two.
 */
const CONFORMANCE = new Set(["identity", "realtime"]);

/**
 * Services that stay out where somebody else does their work: with a live payment key, and with other issuers of
 * tokens.
 */
const replacedBy: Record<string, string> = { "stripe-sandbox": "STRIPE_SECRET_KEY", identity: "IDENTITY_URL" };

/** Upstream's own settings, which those tests assume: any channel, public ones too, and tokens of an hour. */
const conformanceSettings = {
  REALTIME_PRIVATE_READ: "*",
  REALTIME_PRIVATE_WRITE: "*",
  REALTIME_PUBLIC_CHANNELS: "true",
  IDENTITY_ACCESS_TOKEN_SECONDS: "3600",
};

/** The variables with what a profile sets unless it is set already. Identity refuses profiles in production. */
export const settings = (environment: Environment): Environment =>
  environment.IDENTITY_PROFILE ? { ...conformanceSettings, ...environment } : environment;

/** Every service of the product, in one process. */
export const services = (environment: Environment): ServiceDefinition[] =>
  environment.IDENTITY_PROFILE
    ? ordered.filter(({ name }) => CONFORMANCE.has(name))
    : ordered.filter(({ name }) => !environment[replacedBy[name] ?? ""]);
