import { Inject, Injectable } from "@nestjs/common";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";

/** Where links may lead: only addresses on an exact list. */
@Injectable()
export class Redirects {
  constructor(@Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig) {}

  /** @returns the first candidate on the list, else the product's own page for confirmations */
  choose(...candidates: (string | null | undefined)[]): string {
    return (
      candidates.map(normal).find((url) => url !== null && this.config.allowedRedirects.has(url)) ??
      this.config.fallbackRedirect
    );
  }

  /** `target` with parameters in its fragment and, when asked, in its query. */
  with(target: string, fragment: Record<string, string>, query: Record<string, string> = {}): string {
    const url = new URL(target);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    url.hash = new URLSearchParams(fragment).toString();
    return url.href;
  }
}

const normal = (candidate: string | null | undefined) =>
  candidate && URL.canParse(candidate) ? new URL(candidate).href : null;
