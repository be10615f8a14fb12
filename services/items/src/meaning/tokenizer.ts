/** A piece of a word with the logarithm of how likely it is. */
export type Vocabulary = readonly (readonly [piece: string, score: number])[];

/** Pieces that stand for no text. */
const RESERVED = 6;
const UNKNOWN = 0;
/** What stands for a blank in pieces. */
const BLANK = "\u2581";

interface Node {
  next: Map<string, Node>;
  piece: number;
}

/**
 * Cuts a text into the likeliest pieces of words (SentencePiece's unigram model, searched by Viterbi), as the model was
 * trained with them. A letter with which no piece begins counts nothing, as in the package that the weights come from.
 */
export class Tokenizer {
  private readonly root: Node = { next: new Map(), piece: -1 };
  private readonly vocabulary: Vocabulary;
  private readonly lengths: number[];

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
    this.lengths = vocabulary.map(([piece]) => [...piece].length);
    for (let at = RESERVED; at < vocabulary.length; at++) {
      let node = this.root;
      for (const letter of vocabulary[at]![0]) {
        const next = node.next.get(letter) ?? { next: new Map(), piece: -1 };
        node.next.set(letter, next);
        node = next;
      }
      node.piece = at;
    }
  }

  /** @param atMost pieces; what lies behind them is left out */
  encode(text: string, atMost = Number.POSITIVE_INFINITY): number[] {
    const plain = text.normalize("NFKC").replaceAll(/\s+/g, " ").trim();
    if (!plain) return [];
    const letters = [...(BLANK + plain.replaceAll(" ", BLANK))];
    const best = new Float64Array(letters.length + 1);
    const piece = new Int32Array(letters.length + 1);
    for (let start = 0; start < letters.length; start++) {
      let node = this.root.next.get(letters[start]!);
      let matched = false;
      for (let end = start + 1; node; end++) {
        if (node.piece >= 0) {
          matched = true;
          const score = best[start]! + this.vocabulary[node.piece]![1];
          if (best[end] === 0 || score >= best[end]!) [best[end], piece[end]] = [score, node.piece];
        }
        node = end < letters.length ? node.next.get(letters[end]!) : undefined;
      }
      const next = start + 1;
      if (!matched && (best[next] === 0 || best[start]! >= best[next]!))
        [best[next], piece[next]] = [best[start]!, UNKNOWN];
    }
    const pieces: number[] = [];
    for (let end = letters.length; end > 0; ) {
      const one = piece[end]!;
      if (one !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(one);
      end -= one === UNKNOWN ? 1 : this.lengths[one]!;
    }
    return pieces.reverse().slice(0, atMost);
  }
}
