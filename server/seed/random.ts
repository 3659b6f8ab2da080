/** Seeded random generator: the same seed gives the same numbers on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: string) {
    // FNV-1a spreads short seeds over the state; the warm-up below removes the remaining similarity.
    let hash = 0x811c9dc5;
    for (let index = 0; index < seed.length; index += 1) {
      hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
    }
    this.#a = hash | 0;
    this.#b = Math.imul(hash, 0x9e3779b1) | 0;
    this.#c = seed.length | 0;
    for (let round = 0; round < 16; round += 1) this.bits();
  }

  /** Returns 32 random bits (the sfc32 generator). */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }

  /** Returns a number from 0 up to, not including, 1. */
  next(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** Returns an integer from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * Returns one of the items.
   *
   * @throws {Error} if there are none.
   */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }

  /** Returns a shuffled copy. */
  shuffle<Item>(items: readonly Item[]): Item[] {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      const held = copy[last] as Item;
      copy[last] = copy[other] as Item;
      copy[other] = held;
    }
    return copy;
  }

  /** Returns an exponentially distributed waiting time with the given mean. */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** Returns `count` different items, weighted (Efraimidis and Spirakis' keys). */
  sample<Item>(items: readonly Item[], count: number, weight: (item: Item) => number): Item[] {
    return items
      .map((item) => ({ item, key: this.wait(1) / weight(item) }))
      .sort((one, other) => one.key - other.key)
      .slice(0, count)
      .map(({ item }) => item);
  }

  /** Returns a random UUID (version 4). */
  uuid(): string {
    return formatUuid(this.#hex(12), '4', this.#hex(20));
  }

  /** Returns a UUID that begins with its time (version 7), as browsers create for posts and replies. */
  uuidAt(time: Date): string {
    return formatUuid(time.getTime().toString(16).padStart(12, '0'), '7', this.#hex(20));
  }

  #hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += this.bits().toString(16).padStart(8, '0');
    return text.slice(0, digits);
  }
}

function formatUuid(head: string, version: string, tail: string): string {
  const variant = '89ab'[Number.parseInt(tail.slice(3, 4), 16) & 3] ?? '8';
  const middle = `${version}${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}`;
  return `${head.slice(0, 8)}-${head.slice(8)}-${middle}-${tail.slice(7, 19)}`;
}
