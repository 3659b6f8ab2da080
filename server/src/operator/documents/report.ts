import { COLLECTIONS, type Collection } from './collections.ts';

/** What became of a collection's documents. */
export interface Counts {
  read: number;
  /** Added by this run. */
  new: number;
  /** There already, left as it is. */
  same: number;
  /** Added, with something changed or left out. */
  corrected: number;
  refused: number;
}

/** What is said of one document that could not be taken over as it stands. */
export interface Remark {
  path: string;
  outcome: 'corrected' | 'refused';
  reason: string;
}

/** Counts what an import does and passes on each remark as it arises; it keeps none. */
export class ImportReport {
  readonly counts = Object.fromEntries(
    COLLECTIONS.map((name) => [name, { read: 0, new: 0, same: 0, corrected: 0, refused: 0 }]),
  ) as Record<Collection, Counts>;
  /** Remarks on what belongs to no collection, e.g. an unknown one. */
  strangers = 0;
  readonly #remark: (remark: Remark) => void;

  constructor(remark: (remark: Remark) => void) {
    this.#remark = remark;
  }

  /** A document that is not taken over; `collection` is null for what is no document of this format. */
  refuse(collection: Collection | null, path: string, reason: string): void {
    if (collection) this.counts[collection].refused += 1;
    else this.strangers += 1;
    this.#remark({ path, outcome: 'refused', reason });
  }

  /** A document that is new, with what was corrected in it. */
  add(collection: Collection, path: string, corrections: readonly string[]): void {
    this.counts[collection].new += 1;
    if (corrections.length === 0) return;
    this.counts[collection].corrected += 1;
    for (const reason of corrections) this.#remark({ path, outcome: 'corrected', reason });
  }

  /** How many documents and other things were refused. */
  get refused(): number {
    return COLLECTIONS.reduce((sum, name) => sum + this.counts[name].refused, this.strangers);
  }
}
