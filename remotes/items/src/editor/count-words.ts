/** Words of a text: runs of signs between spaces that hold a letter or a digit. */
export function countWords(text: string): number {
  let count = 0;
  let counted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 0xa0 || code === 0x2028 || code === 0x3000) counted = false;
    else if (!counted && isWordSign(code)) {
      counted = true;
      count++;
    }
  }
  return count;
}

/** Digits, Latin letters, and all that is beyond ASCII but the general punctuation. */
const isWordSign = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  (code > 0xbf && (code < 0x2000 || code > 0x206f));
