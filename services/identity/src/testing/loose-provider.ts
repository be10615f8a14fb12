import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { OAuth2Server } from "oauth2-mock-server";

type Claims = Record<string, unknown>;

/** An OpenID Connect provider on the loopback that signs, or fails to sign, whatever a test wants. */
export async function startLooseProvider(clientId: string) {
  const server = new OAuth2Server();
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  // A key the server generates itself is an object of another realm to its own checks when Jest runs it.
  const { kid } = await server.issuer.keys.add({ ...(await exportJWK(privateKey)), kid: "loose", alg: "RS256" });
  await server.start(0, "127.0.0.1");
  const issuer = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = issuer;
  const now = () => Math.floor(Date.now() / 1000);
  const claimsOf = (claims: Claims): Claims => ({
    iss: issuer,
    aud: clientId,
    sub: "ada",
    email: "ada@people.example",
    email_verified: true,
    iat: now(),
    exp: now() + 3600,
    ...claims,
  });
  const sign = (claims: Claims, signer: Parameters<SignJWT["sign"]>[0], header: { alg: string; kid?: string }) => {
    const given = Object.entries(claimsOf(claims)).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(given)).setProtectedHeader({ kid, ...header }).sign(signer);
  };
  return {
    server,
    issuer,
    claimsOf,
    /** As the provider would. */
    token: (claims: Claims = {}) => sign(claims, privateKey, { alg: "RS256" }),
    /** With a key that is not the provider's, under the name of one that is. */
    forged: async (claims: Claims = {}) => sign(claims, (await generateKeyPair("RS256")).privateKey, { alg: "RS256" }),
    /** With the client's secret, or with what everybody knows, as a shared one. */
    confused: (secret: string | null, claims: Claims = {}) =>
      sign(claims, new TextEncoder().encode((secret ?? JSON.stringify(publicJwk)).padEnd(32, "=")), { alg: "HS256" }),
    unsigned: (claims: Claims = {}) => {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none", kid })}.${part(claimsOf(claims))}.`;
    },
    stop: () => server.stop(),
  };
}
export type LooseProvider = Awaited<ReturnType<typeof startLooseProvider>>;
