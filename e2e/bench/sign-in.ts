// Sign-ins with a password, as the product answers them over HTTP, against argon2 alone at the same cost in a process
// that does nothing else; both with the same number in parallel. Sign-ins pay for HTTP, limits, the session, its
// tokens and the audit log on top.
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { hash, verify } from "@node-rs/argon2";
import { Product } from "../src/product.ts";
import { median } from "./median.ts";

/** What the identity service hashes with: OWASP Password Storage Cheat Sheet, argon2id (2). */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PASSWORD = "correct horse battery staple";
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "4" },
    connections: { type: "string", default: "8" },
  },
});
const [milliseconds, connections] = [Number(values.seconds) * 1000, Number(values.connections)];

const product = await Product.start({ IDENTITY_MAILER_AUTOCONFIRM: "true", IDENTITY_RATE_LIMIT_FACTOR: "0" });
const agent = new Agent({ keepAlive: true, maxSockets: connections });
try {
  const emails = Array.from({ length: connections }, (_, index) => `bench${index}@example.com`);
  for (const email of emails) await post("signup", email);
  const kept = await hash(PASSWORD, COST);
  const rates: Record<"signIn" | "argon2", number[]> = { signIn: [], argon2: [] };
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const signIn = await perSecond((connection) => post("token?grant_type=password", emails[connection]!));
    const argon2 = await perSecond(() => verify(kept, PASSWORD));
    // The first round warms the server.
    if (round === 0) continue;
    rates.signIn.push(signIn);
    rates.argon2.push(argon2);
  }
  const ratio = median(rates.signIn) / median(rates.argon2);
  console.table({
    "sign-ins with a password": Math.round(median(rates.signIn)),
    "argon2 alone": Math.round(median(rates.argon2)),
  });
  console.log(
    `sign-ins: ${ratio.toFixed(3)} of what argon2 alone does in a second at the same cost, ${connections} under way at once`,
  );
} finally {
  agent.destroy();
  await product.stop();
}

/** How often `work` is done in a second, `connections` at once. */
async function perSecond(work: (connection: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let done = 0;
  const one = async (_: unknown, connection: number) => {
    while (performance.now() - began < milliseconds) {
      await work(connection);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return done / ((performance.now() - began) / 1000);
}

function post(path: string, email: string): Promise<void> {
  return new Promise((answered, failed) => {
    const options = { method: "POST", agent, headers: { "content-type": "application/json" } };
    const sent = request(`${product.url}/auth/v1/${path}`, options, (response) => {
      if (response.statusCode !== 200) failed(new Error(`${path} answered ${response.statusCode}`));
      response.on("error", failed).on("end", answered).resume();
    });
    sent.on("error", failed).end(JSON.stringify({ email, password: PASSWORD }));
  });
}
