import type { PostedForm, SamlProvider } from "@tessera/testing/saml-provider.ts";
import type { IdentityWorld } from "./identity-world.ts";

/** Makes a company's provider known. @returns what the administrator is answered */
export async function addProvider(
  world: IdentityWorld,
  provider: SamlProvider,
  attributes: Record<string, unknown> = {},
) {
  const { key } = await world.admin();
  const body = { type: "saml", metadata_xml: provider.metadataXml, domains: [provider.domain], ...attributes };
  const answer = await world.call("POST", "admin/sso/providers", body, { authorization: `Bearer ${key}` });
  const made = (await answer.json()) as { id: string };
  if (answer.status !== 201) throw new Error(JSON.stringify(made));
  return made;
}

/** Posts a form as a browser would. @returns where it leads */
export async function post({ action, fields }: PostedForm, cookie = ""): Promise<URL> {
  const headers = { origin: "null", ...(cookie ? { cookie } : {}) };
  const answer = await fetch(action, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...fields }),
    headers,
  });
  if (answer.status !== 303) throw new Error(`${answer.status} ${await answer.text()}`);
  return new URL(answer.headers.get("location")!);
}
