// Random choices that a seed decides: SplitMix64 with unbiased bounded draws, as docs/json.md
// describes them. The same seed gives the same table here and in `deckkit deal`.

const MASK = (1n << 64n) - 1n;
const RANGE = 2 ** 32;

export class Random {
  #state;

  /** `seed` is a whole number from 0 to 2^53 - 1. */
  constructor(seed) {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new RangeError("A seed is a whole number from 0 to 2^53 - 1.");
    }
    this.#state = BigInt(seed);
  }

  /** The next 64 bits, as a BigInt. */
  next() {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = this.#state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  }

  /** A number from 0 to count - 1, all equally likely. */
  below(count) {
    const limit = RANGE - (RANGE % count);
    for (;;) {
      const upper = Number(this.next() >> 32n);
      if (upper < limit) return upper % count;
    }
  }

  /** One of the items, all equally likely. */
  pick(items) {
    return items[this.below(items.length)];
  }

  /** A copy of the items in random order (Fisher-Yates from the end). */
  shuffled(items) {
    const cards = [...items];
    for (let last = cards.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  }
}
