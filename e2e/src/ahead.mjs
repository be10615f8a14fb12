// Loaded before the product: its clock runs ahead of the real one by the milliseconds that the file had at its start.
import { readFileSync } from "node:fs";

const ahead = Number(readFileSync(process.env.AHEAD_FILE, "utf8"));
const Real = Date;
const now = () => Real.now() + ahead;
globalThis.Date = new Proxy(Real, {
  construct: (_, given, as) => Reflect.construct(Real, given.length ? given : [now()], as),
  apply: () => new Real(now()).toString(),
  get: (_, key) => (key === "now" ? now : Reflect.get(Real, key)),
});
