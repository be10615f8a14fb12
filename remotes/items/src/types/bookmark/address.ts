const URL_ALONE = /^https?:\/\/\S+$/i;
const BARE_DOMAIN = /^(?:www\.)[^\s/]+\.[a-z]{2,}(?:\/\S*)?$/i;

/** The address that a text consists of, with its scheme; null when it is more than an address. */
export function addressOf(text: string): string | null {
  const trimmed = text.trim();
  const candidate = BARE_DOMAIN.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!URL_ALONE.test(candidate) || !URL.canParse(candidate)) return null;
  return candidate;
}

/** The first address in a text, as it is written there. */
export function addressWithin(text: string): string | null {
  const found = /https?:\/\/[^\s<>"]+/i.exec(text)?.[0].replace(/[.,;:!?)\]]+$/, "");
  return found && URL.canParse(found) ? found : null;
}
