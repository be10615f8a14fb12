import type { Readable } from "node:stream";
import type { Composition, Recall, Release, ReleaseSource } from "./composition.ts";

/** An app as one visitor gets it. */
export interface ResolvedApp {
  release: Release;
  /** Address of its files, with a slash at the end: under /assets, or a server on the visitor's own machine. */
  base: string;
  /** From the visitor's own machine by a signed override: its files have no known hashes. */
  development: boolean;
}

export interface Resolved {
  composition: Composition;
  /** By name, the shell among them. */
  apps: Map<string, ResolvedApp>;
}

/** What a request says of the person who makes it. */
export interface VisitorRequest {
  /** The header, empty when there is none. */
  cookies: string;
  /** Name of the cookie that @supabase/ssr keeps the session in. */
  sessionCookie: string;
  /**
   * Address of the page that somebody opens with it; absent when nobody looks: a file, a state, a page fetched ahead of
   * time.
   */
  opens?: string;
}

export interface ResolvedForVisitor extends Resolved {
  /** Cookies for the visitor to keep, as `name=value`; signed, not for scripts. */
  cookies: string[];
  /** Signed name of the page that is given out with it. */
  page: string;
  /** Why the visitor gets which release, by app; only for those who may inspect the page. */
  sources?: Record<string, ReleaseSource>;
}

/** What a file is kept as: as it was built, and, where it shrinks, compressed. */
export type Form = "plain" | "br" | "gzip";

/** A file of a published release. */
export interface ReleaseFile {
  /** Its place in the release. */
  path: string;
  integrity: string;
  /** Whether it is kept in the forms `br` and `gzip` besides. */
  compressed: boolean;
  /** Opens one of its forms, to be read to its end or destroyed. @throws when it cannot be read */
  open(form: Form): Promise<{ bytes: number; content: Readable }>;
}

/** A service of a repository of its own, as a gateway reaches it. */
export interface ServiceReached {
  /** What people read of it. */
  title: string;
  /** Where its processes are; none while none runs. */
  origins: string[];
  /** Why it is switched off; null while it is not. */
  off: string | null;
}

/** What is deployed for whom; the releases service provides it, the gateway asks it. */
export abstract class ReleaseRegistry {
  /** What this visitor gets; null while no shell has been published. */
  abstract resolve(visitor: VisitorRequest): Promise<ResolvedForVisitor | null>;
  /** A composition that somebody was given, by its build id. */
  abstract build(buildId: string): Promise<Composition | null>;
  /** Releases that are withdrawn from now on, by whichever process, until the signal is aborted. */
  abstract recalls(signal: AbortSignal): AsyncIterable<Recall>;
  /** Null when there is no such release, or the file is none of its files. */
  abstract file(app: string, release: string, path: string): Promise<ReleaseFile | null>;
  /** Hashes of what runs of a release, by path; null when there is no such release. */
  abstract integrity(app: string, release: string): Promise<Record<string, string> | null>;
  /**
   * A file by its address by content, without the app's folder. Null when no release of the app that can be loaded has
   * it by that name.
   */
  abstract asset(app: string, name: string): Promise<ReleaseFile | null>;
  /** The service of a repository of its own that answers an address; null when that is none's. */
  abstract serviceAt(path: string): Promise<ServiceReached | null>;
}

/** Whether a file is kept compressed beside the original: text is, images and fonts are compressed already. */
export const isCompressible = (path: string) => /\.(js|css|json|svg|txt|html|webmanifest|map|wasm|ico)$/.test(path);
