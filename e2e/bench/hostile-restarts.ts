import type { Product } from "../src/product.ts";

const KILLS = 5;

/**
 * Ends the product as a power switch would while it reads a page that takes all the time it may have, again and again.
 * @param post keeps a bookmark of that page @param job state and reason of its job
 */
export async function killWhileReading(
  product: Product,
  post: () => Promise<unknown>,
  job: () => Promise<{ state: string; attempts: number; error: string | null }>,
) {
  await post();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const seen = await until(
      job,
      ({ state, attempts }) => state === "failed" || (state === "running" && attempts === kill),
    );
    if (seen.state === "failed") {
      console.log(`after ${kill - 1} kills:`, JSON.stringify(seen));
      return;
    }
    await product.kill();
    const began = performance.now();
    await product.run();
    const started = performance.now();
    const answer = await fetch(`${product.url}/api/health`);
    console.log(
      `kill ${kill} of ${KILLS} while the page is read: started in ${((started - began) / 1000).toFixed(1)} s, ` +
        `then health answered ${answer.status} in ${(performance.now() - started).toFixed(0)} ms`,
    );
  }
  console.log(`after ${KILLS} kills:`, JSON.stringify(await until(job, ({ state }) => state === "failed")));
}

async function until<T>(look: () => Promise<T>, right: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look();
    if (right(seen)) return seen;
    await new Promise((again) => setTimeout(again, 50));
  }
}
