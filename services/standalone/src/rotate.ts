import { agentsService } from "@tessera/service-agents";
import { AgentsSecret } from "@tessera/service-agents/operator";
import { identityService } from "@tessera/service-identity";
import { RootKey, SigningKeys } from "@tessera/service-identity/operator";
import {
  type Application,
  type ApplicationOptions,
  createApplication,
  type ServiceDefinition,
  StartError,
} from "@tessera/service-kit";
import { releasesService } from "@tessera/service-releases";
import { Apps, machine, Signer } from "@tessera/service-releases/operator";
import { settingsService } from "@tessera/service-settings";
import { PushKeys } from "@tessera/service-settings/operator";
import { replaceInstallationKey } from "@tessera/service-stripe-sandbox/operator";

interface Rotation {
  /** Services that take part; a running product keeps its own. */
  services: ServiceDefinition[];
  /** @returns what the operator should know */
  run(application: Application, argument: string | undefined): Promise<string>;
}

const rotations: Record<string, Rotation> = {
  "identity-secret": {
    services: [identityService],
    run: async ({ nest }, argument) => {
      const atOnce = argument === "--at-once";
      const kept = await nest.get(RootKey, { strict: false }).rotate({ atOnce });
      const ended = atOnce
        ? " Recovery codes, service keys, secrets of connected apps and codes in mails have ended; start the product again."
        : "";
      return kept === "variable"
        ? `IDENTITY_SECRET_NEXT counts. Give its value to IDENTITY_SECRET, and remove it, wherever the product starts.${ended}`
        : `There is a new identity secret in the data folder.${ended}`;
    },
  },
  "signing-keys": {
    services: [identityService],
    run: async ({ nest }, argument) => {
      const atOnce = argument === "--at-once";
      await nest.get(SigningKeys, { strict: false }).rotate({ atOnce });
      return atOnce
        ? "There is a new signing key, and no other. Pages renew their tokens by themselves within a minute."
        : "There is a new signing key. It signs in an hour; tokens of the one before it stay valid until they expire.";
    },
  },
  "release-signer": {
    services: [releasesService],
    run: async ({ nest }) => {
      await nest.get(Signer, { strict: false }).rotate();
      return "There is a new key. It signs in two minutes; what the one before it signed stays valid until the next rotation.";
    },
  },
  "deploy-token": {
    services: [releasesService],
    run: async ({ nest }, app) => {
      if (!app) throw new StartError("Name the app: npm run secrets -- rotate deploy-token <app>");
      const { token } = await nest.get(Apps, { strict: false }).rotateToken(app, machine("npm run secrets"));
      return `The deploy token of ${app} is ${token}\nThe one before it has ended. This one is shown once.`;
    },
  },
  "agents-secret": {
    services: [agentsService],
    run: async ({ nest }) =>
      (await nest.get(AgentsSecret, { strict: false }).rotate())
        ? "There is a new secret in the data folder, and the keys of model providers are sealed with it."
        : "AGENTS_SECRET is a variable: give its value to AGENTS_SECRET_BEFORE, a new one to AGENTS_SECRET, and start the product again.",
  },
  "push-key": {
    services: [settingsService],
    run: async ({ nest }) =>
      (await nest.get(PushKeys, { strict: false }).rotate())
        ? "There is a new key of notifications. Each device gets them again once the product was opened there."
        : "PUSH_KEY is a variable: give it another value, and start the product again.",
  },
  "sandbox-key": {
    services: [],
    run: async ({ database }) => {
      await replaceInstallationKey(database);
      return "There is a new key of the payment sandbox, from the next start on.";
    },
  },
};

/**
 * Replaces a secret in the installation's database.
 * @returns what the operator should know
 * @throws StartError with what to do
 */
export async function rotate([what = "", argument]: string[], options: ApplicationOptions): Promise<string> {
  const rotation = Object.hasOwn(rotations, what) ? rotations[what] : undefined;
  if (!rotation)
    throw new StartError(`There is no "${what}" to rotate. There are: ${Object.keys(rotations).join(", ")}.`);
  const application = await createApplication(rotation.services, options);
  try {
    return await rotation.run(application, argument);
  } finally {
    await application.close();
  }
}
