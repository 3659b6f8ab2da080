import { createHash } from 'node:crypto';

/**
 * Keys that a dry run would have added, at some tens of bytes each: 52 bits of their hash. A million keys have
 * one chance in ten thousand that any two are mistaken for each other.
 */
export class SeenKeys {
  readonly #hashes = new Set<number>();

  add(key: string): void {
    this.#hashes.add(hash(key));
  }

  has(key: string): boolean {
    return this.#hashes.has(hash(key));
  }
}

function hash(key: string): number {
  return Number.parseInt(createHash('sha1').update(key).digest('hex').slice(0, 13), 16);
}
