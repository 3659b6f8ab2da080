import { joinNumbers, RANKED_MAX, squashText } from '@madang/contract/search/rules';
import type { Database } from '../../database/database.ts';
import { readPieceSample } from './statements.ts';

export interface Match {
  id: string;
  micros: number;
  title: string;
  /** Names of its board, and its keywords. */
  places: readonly string[];
  likes: number;
}

const WEIGHTS = { title: 3, place: 2, body: 1 };
/** Ten likes weigh a quarter of a body word, a hundred half. */
const LIKE_WEIGHT = 0.25;
const DAY = 24 * 3_600 * 1_000_000;
const HALF_LIFE = 30 * DAY;

/** Sorts by relevance: word positions, likes, and age (half-life thirty days). */
export function rank(matches: readonly Match[], words: readonly string[]): Match[] {
  const newest = Math.max(...matches.map(({ micros }) => micros));
  const squash = remembering((text) => joinNumbers(squashText(text)));
  const joined = words.map(joinNumbers);
  const scored = matches.map((match) => ({ match, score: scoreOf(match, joined, newest, squash) }));
  const ordered = scored.sort(
    (one, other) =>
      other.score - one.score ||
      other.match.micros - one.match.micros ||
      (one.match.id < other.match.id ? 1 : -1),
  );
  return ordered.map(({ match }) => match);
}

/** Only ratios matter: age is relative to the newest match. */
function scoreOf(match: Match, words: readonly string[], newest: number, squash: typeof squashText): number {
  const title = squash(match.title);
  const places = match.places.map(squash);
  const weights = words.map((word) => {
    if (title.includes(word)) return WEIGHTS.title;
    return places.some((place) => place.includes(word)) ? WEIGHTS.place : WEIGHTS.body;
  });
  const text = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, words.length);
  const likes = LIKE_WEIGHT * Math.log10(1 + match.likes);
  return (text + likes) * 2 ** ((match.micros - newest) / HALF_LIFE);
}

/** Memoizes a function; a few names repeat often. */
function remembering(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const result = known.get(text) ?? work(text);
    known.set(text, result);
    return result;
  };
}

/** Milliseconds between reads; autovacuum analyzes every few minutes at most. */
const READ_EVERY = 60_000;
/** PostgreSQL's `DEFAULT_CONTAIN_SEL`. */
const UNKNOWN_SHARE_MAX = 0.005;

/** Frequencies of pieces from PostgreSQL's statistics, to choose a plan. */
export class PieceStatistics {
  readonly #database: Database;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  #posts = 0;
  #shares = new Map<string, number>();
  #rareShare = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Whether a walk should find a page sooner than the index: matches above the square root of page size times posts.
   * Pieces of a word correlate: only the rarest one counts, not their product.
   */
  async expectsMany(pieces: readonly string[]): Promise<boolean> {
    if (pieces.length === 0) return true;
    await this.#refresh();
    return this.expectedRows(pieces) > Math.sqrt(RANKED_MAX * this.#posts);
  }

  /** Returns the estimated maximum of posts that contain all pieces. */
  expectedRows(pieces: readonly string[]): number {
    return this.#posts * Math.min(...pieces.map((piece) => this.#shares.get(piece) ?? this.#rareShare));
  }

  async #refresh(): Promise<void> {
    if (performance.now() - this.#readAt < READ_EVERY) return;
    await (this.#reading ??= this.read().finally(() => (this.#reading = undefined)));
  }

  async read(): Promise<void> {
    const sample = await readPieceSample(this.#database);
    this.#readAt = performance.now();
    if (!sample) return;
    const { posts, pieces, shares } = sample;
    this.#posts = Math.max(0, posts);
    this.#shares = new Map(pieces.map((piece, index) => [piece, shares[index] ?? 0]));
    // PostgreSQL appends the smallest share; unlisted pieces have half of it. The limit prevents large campuses' walks for
    // rare words.
    this.#rareShare = Math.min(UNKNOWN_SHARE_MAX, (shares[pieces.length] ?? 0) / 2);
  }
}
