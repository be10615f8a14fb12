/**
 * SQL's LIKE: `%` any characters, `_` one, a backslash takes the next as it is. Walks back only to the last `%`: time
 * grows with the product of the lengths, never faster.
 */
export function likeMatches(pattern: string, text: string, ignoreCase: boolean): boolean {
  const tokens = tokensOf(ignoreCase ? pattern.toLowerCase() : pattern);
  const characters = [...(ignoreCase ? text.toLowerCase() : text)];
  let [at, token, star, resume] = [0, 0, -1, 0];
  while (at < characters.length) {
    const current = tokens[token];
    if (current && current !== ANY && (current === ONE || current.literal === characters[at])) {
      at++;
      token++;
    } else if (current === ANY) {
      star = token++;
      resume = at;
    } else if (star >= 0) {
      token = star + 1;
      at = ++resume;
    } else return false;
  }
  while (tokens[token] === ANY) token++;
  return token === tokens.length;
}

const ANY = Symbol("any");
const ONE = { literal: null };
type Token = typeof ANY | { literal: string | null };

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    if (character === "%") tokens.push(ANY);
    else if (character === "_") tokens.push(ONE);
    else tokens.push({ literal: character === "\\" ? (characters[++at] ?? "\\") : character });
  }
  return tokens;
}
