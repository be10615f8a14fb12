import { shell } from "./shell.ts";

/** The flags of a manifest, as TypeScript reads them from `manifest.json`. */
interface Declares {
  flags: Record<string, { title: string; variants?: Record<string, string> }>;
}
type ValueOf<Declared> = Declared extends { variants: infer Variants } ? (keyof Variants & string) | false : boolean;

/**
 * The flags of a remote, typed by its manifest, none of which comes into the bundle:
 * `const flag = flagsOf<typeof import("../manifest.json")>("items")`, then `flag("new-editor")`. A flag has one value
 * for the life of a page; false where nothing is known of it, as in a page of an older registry. Since 1.6.
 */
export function flagsOf<M extends Declares>(app: string) {
  return <Key extends keyof M["flags"] & string>(key: Key) =>
    (shell().flags(app)[key] ?? false) as ValueOf<M["flags"][Key]>;
}
