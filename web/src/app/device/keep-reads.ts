import { HELD_MAX, SHAPE } from '@madang/contract/device/rules';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { marksKey } from '../../parts/post/post-queries.ts';
import { sessionQuery } from '../../parts/session/session.ts';
import { closeDatabase, type StoredRead } from '../../platform/device/database.ts';
import { type Bounds, readStored, type Shelf, storeReads } from '../../platform/device/reads.ts';
import { whenIdle } from '../../platform/idle.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { findKept, type Kept, type Without } from './kept-queries.ts';

const DAY = 24 * 60 * 60_000;
/** So long what was read stays on the phone. */
export const KEPT_FOR = 7 * DAY;
/** A few evenings of reading; texts alone, so that nobody's phone is filled. */
const BOUNDS: Bounds = { records: 150, bytes: 5_000_000, held: HELD_MAX };
/** What is read together is written together. */
const WRITE_AFTER = 400;

/** Where the answer of a query lies. */
export function placeOf(queryKey: QueryKey): { shelf: Shelf; key: string } {
  return { shelf: findKept(queryKey)?.shelf ?? 'reads', key: `${SHAPE} ${JSON.stringify(queryKey)}` };
}

/** How far the server's clock is ahead of the phone's. */
export const clockAhead = (): number => serverNow() - Date.now();

/** What the app must not store: what is folded on the lists, and what was written by people who are blocked. */
function withoutBlocked(client: QueryClient): Without {
  const { blocked = [] } = client.getQueryData(sessionQuery.queryKey) ?? {};
  const marks = client.getQueriesData<{ folded?: string[] }>({ queryKey: marksKey });
  const folded = new Set(marks.flatMap(([, mark]) => mark?.folded ?? []));
  return {
    isGone: (postId) => folded.has(postId),
    isBlocked: (authorId) => authorId !== null && blocked.includes(authorId),
  };
}

/** A query's answer as it is stored; undefined where nothing of it may be. */
export function toStored(kept: Kept, key: string, at: number, data: unknown, without: Without) {
  const rest = kept.keep(data, without);
  if (rest === undefined) return undefined;
  const text = JSON.stringify(rest);
  const holds = [...new Set(kept.holds?.(rest))];
  return { key, at, text, size: text.length, holds, count: holds.length } satisfies StoredRead;
}

/** Writes what was read, when there is nothing else to do, for one student at a time. */
export class ReadKeeper {
  /** Whose reads are written; nobody's until the server said who is here. */
  userId: string | undefined;
  /** Nothing is written before the last owner's reads are gone. */
  claimed: Promise<unknown> = Promise.resolve();
  readonly #client: QueryClient;
  readonly #waiting = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** This query was answered. */
  note({ queryKey, queryHash }: Query): void {
    if (this.userId === undefined || !findKept(queryKey)) return;
    this.#waiting.add(queryHash);
    this.#timer ??= setTimeout(() => whenIdle(() => void this.write().catch(() => this.stop())), WRITE_AFTER);
  }

  /** Forgets what waits. */
  stop(): void {
    this.userId = undefined;
    this.#waiting.clear();
  }

  /** Writes what waits. Without storage nothing is kept, and nothing is said. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.claimed;
    const { userId } = this;
    if (userId === undefined || this.#waiting.size === 0) return;
    const without = withoutBlocked(this.#client);
    const reads = [...this.#waiting].flatMap((hash) => this.#read(hash, without));
    this.#waiting.clear();
    // Somebody else took the device over in another tab: this one learns it from the server.
    if (!(await storeReads(userId, reads, BOUNDS)) && this.userId === userId) this.stop();
  }

  #read(hash: string, without: Without): { shelf: Shelf; read: StoredRead }[] {
    const query = this.#client.getQueryCache().get(hash);
    const kept = query && findKept(query.queryKey);
    // What came with the page is not answered yet.
    if (!kept || query.state.data === undefined || query.state.dataUpdatedAt === 0) return [];
    const { shelf, key } = placeOf(query.queryKey);
    const read = toStored(kept, key, query.state.dataUpdatedAt + clockAhead(), query.state.data, without);
    return read ? [{ shelf, read }] : [];
  }
}

/** What this phone saw of these queries, unless it is too old; and whose that is. */
export async function recall(queryKeys: readonly QueryKey[]) {
  const { owner, found } = await readStored(queryKeys.map(placeOf));
  return {
    owner,
    reads: queryKeys.flatMap((queryKey, index) => {
      const read = found[index];
      return read ? [{ queryKey, at: read.at, text: read.text }] : [];
    }),
  };
}

/** Leaves the database while the page is away: a browser ends what is open in the background. */
export function closeWhenLeft(keeper: ReadKeeper): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void keeper.write().catch(() => undefined);
  });
  window.addEventListener('pagehide', () => void closeDatabase());
}
