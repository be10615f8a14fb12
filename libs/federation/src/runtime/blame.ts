import type { Composition, LoadableRelease } from "../composition.ts";
import { byRelease } from "./integrity.ts";

/** A release of an app, as the one whose code threw. */
export interface Culprit {
  app: string;
  release: string;
}

interface Owner extends Culprit {
  /** Absolute address of its files. */
  base: string;
  integrity: LoadableRelease["integrity"];
}

/** Addresses in a stack, as Chromium (`at f (url:1:2)`), Firefox and Safari (`f@url:1:2`) write them. */
const ADDRESS = /https?:\/\/[^\s()/]+\/[^\s()]*?(?=(?::\d+){1,2}|[\s()]|$)/g;

/** Finds the release whose code threw an error, by the files that its stack names. */
export class Blame {
  private readonly owners: Owner[];
  private readonly shell: string;

  constructor({ shell, remotes }: Composition) {
    this.shell = shell.name;
    const ownerOf = (app: string, { id, base, integrity }: LoadableRelease): Owner => ({
      app,
      release: id,
      base: new URL(base, location.href).href,
      integrity,
    });
    this.owners = [
      ownerOf(shell.name, shell.release),
      ...remotes.flatMap(({ name, release, stable }) =>
        [release, ...(stable ? [stable] : [])].map((one) => ownerOf(name, one)),
      ),
    ];
  }

  /**
   * The first remote in the stack. Shared code (React, Fluent, the shell's services) is the shell's, so what a remote
   * calls wrongly throws in the shell's files: the shell is to blame only for a stack without a remote. `file`: where
   * the browser says the error was thrown.
   * @returns null when no file of the product is named
   */
  of(error: unknown, file = ""): Culprit | null {
    const named = [...byRelease(`${file}\n${stackOf(error)}`).matchAll(ADDRESS)].flatMap(
      ([url]) => this.ownerOf(url) ?? [],
    );
    const culprit = named.find(({ app }) => app !== this.shell) ?? named[0];
    return culprit ? { app: culprit.app, release: culprit.release } : null;
  }

  private ownerOf(url: string): Owner | undefined {
    const owners = this.owners.filter(({ base }) => url.startsWith(base));
    return owners.find(({ base, integrity }) => integrity?.[url.slice(base.length)] !== undefined) ?? owners[0];
  }
}

/** React throws an error of its own when it draws once more what threw: the first one is its cause. */
const stackOf = (error: unknown): string =>
  error instanceof Error ? `${error.stack ?? ""}\n${stackOf(error.cause)}` : "";
