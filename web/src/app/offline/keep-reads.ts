import { HELD_MAX, SHAPE, SHOWN, type ShownPage } from '@madang/contract/offline/rules';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { marksKey } from '../../features/posts/post-queries.ts';
import { sessionQuery } from '../../features/session/session.ts';
import { tryStorage } from '../../lib/drafts.ts';
import { closeDatabase, type StoredRead } from '../../lib/offline/database.ts';
import { type Bounds, readStored, type Shelf, storeReads } from '../../lib/offline/reads.ts';
import { whenIdle } from '../../lib/page.ts';
import { serverNow } from '../../lib/online.ts';
import { findKept, type Kept, readAnswers, type Without } from './kept-queries.ts';

const DAY = 24 * 60 * 60_000;
export const KEPT_FOR = 7 * DAY;
/** Limits for a few evenings of reading; text only, so that no phone fills up. */
const BOUNDS: Bounds = { records: 150, bytes: 5_000_000, held: HELD_MAX };
/** Delay in milliseconds that batches writes. */
const WRITE_AFTER = 400;

/** Returns the store and the key of a query's answer. */
export function placeOf(queryKey: QueryKey): { shelf: Shelf; key: string } {
  return { shelf: findKept(queryKey)?.shelf ?? 'reads', key: `${SHAPE} ${JSON.stringify(queryKey)}` };
}

/** Returns the lead of the server's clock over the phone's, in milliseconds. */
export const clockAhead = (): number => serverNow() - Date.now();

/** Returns a filter for unstorable content: collapsed posts and posts of blocked users. */
function withoutBlocked(client: QueryClient, alsoBlocked: readonly string[] = []): Without {
  const { blocked: known = [] } = client.getQueryData(sessionQuery.queryKey) ?? {};
  const blocked = [...known, ...alsoBlocked];
  const marks = client.getQueriesData<{ folded?: string[] }>({ queryKey: marksKey });
  const folded = new Set(marks.flatMap(([, mark]) => mark?.folded ?? []));
  return {
    isGone: (postId) => folded.has(postId),
    isBlocked: (authorId) => authorId !== null && blocked.includes(authorId),
  };
}

/** Returns a query's answer in stored form; undefined if nothing may be stored. */
export function toStored(kept: Kept, key: string, at: number, data: unknown, without: Without) {
  const rest = kept.keep(data, without);
  if (rest === undefined) return undefined;
  const text = JSON.stringify(rest);
  const holds = [...new Set(kept.holds?.(rest))];
  return { key, at, text, size: text.length, holds, count: holds.length } satisfies StoredRead;
}

/** Writes reads when the browser is idle, for one student at a time. */
export class ReadKeeper {
  /** User whose reads are written; undefined until the server confirms one. */
  userId: string | undefined;
  /** Resolves when the last owner's reads are deleted; writes wait for it. */
  claimed: Promise<unknown> = Promise.resolve();
  readonly #client: QueryClient;
  readonly #waiting = new Set<string>();
  /** Reads whose write the database has not confirmed. */
  #writing: readonly Located[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Queues an answered query. */
  note({ queryKey, queryHash }: Query): void {
    if (this.userId === undefined || !findKept(queryKey)) return;
    this.#waiting.add(queryHash);
    this.#timer ??= setTimeout(() => whenIdle(() => void this.write().catch(() => this.stop())), WRITE_AFTER);
  }

  stop(): void {
    this.userId = undefined;
    this.#waiting.clear();
    this.#writing = [];
  }

  /** Writes the queue. Without storage it silently stores nothing. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.claimed;
    const { userId } = this;
    if (userId === undefined || this.#waiting.size === 0) return;
    const reads = this.#readWaiting();
    this.#waiting.clear();
    this.#writing = [...this.#writing, ...reads];
    const isOwner = await storeReads(userId, reads, BOUNDS);
    this.#writing = this.#writing.filter((read) => !reads.includes(read));
    // Another tab's user claimed the device; the server will report it to this tab.
    if (!isOwner && this.userId === userId) this.stop();
  }

  /** Saves unwritten reads synchronously: a page being closed finishes no database write. */
  saveUnwritten(): void {
    if (this.userId === undefined) return;
    const reads = [...this.#writing, ...this.#readWaiting()];
    if (reads.length > 0) saveShown({ userId: this.userId, reads });
  }

  #readWaiting(): Located[] {
    const without = withoutBlocked(this.#client);
    return [...this.#waiting].flatMap((hash) => this.#read(hash, without));
  }

  #read(hash: string, without: Without): Located[] {
    const query = this.#client.getQueryCache().get(hash);
    const kept = query && findKept(query.queryKey);
    // Included in the page, but not answered yet.
    if (!kept || query.state.data === undefined || query.state.dataUpdatedAt === 0) return [];
    return locate(query.queryKey, query.state.dataUpdatedAt + clockAhead(), query.state.data, without);
  }
}

interface Located {
  shelf: Shelf;
  read: StoredRead;
}

function locate(queryKey: QueryKey, at: number, data: unknown, without: Without): Located[] {
  const { shelf, key } = placeOf(queryKey);
  const kept = findKept(queryKey);
  const read = kept && toStored(kept, key, at, data, without);
  return read ? [{ shelf, read }] : [];
}

/** Data saved by a closed page: server-rendered, or reads that were not written yet. */
type Shown = ShownPage | { userId: string; reads: Located[] };

function saveShown(shown: Shown): void {
  tryStorage(() => localStorage.setItem(SHOWN + performance.timeOrigin, JSON.stringify(shown)));
}

/** Lists saved but unstored data with its removal; this page's only for its user. */
function listShown(userId?: string): { shown: Shown; forget: () => void }[] {
  const element = document.getElementById('shared');
  const own = element && userId !== undefined ? [{ userId, page: element.textContent }] : [];
  const found = own.map((shown) => ({ shown, forget: () => element?.remove() }));
  const keys = Object.keys(localStorage).filter((key) => key.startsWith('shown '));
  const saved = keys.flatMap((key) => {
    const forget = () => localStorage.removeItem(key);
    // Saved by another version of the app.
    if (!key.startsWith(SHOWN)) forget();
    // Another tab may have removed it.
    const shown = JSON.parse(localStorage.getItem(key) ?? 'null') as Shown | null;
    return shown ? [{ shown, forget }] : [];
  });
  return [...found, ...saved];
}

/** Stores the data saved by closed pages, unless it was read again since. */
export async function storeShown(client: QueryClient, userId?: string): Promise<void> {
  for (const { shown, forget } of listShown(userId)) {
    const reads = 'reads' in shown ? shown.reads : readPage(client, shown);
    const { found } = await readStored(reads.map(({ shelf, read: { key } }) => ({ shelf, key })));
    const newer = reads.filter(({ read }, index) => read.at > (found[index]?.at ?? 0));
    await storeReads(shown.userId, newer, BOUNDS);
    forget();
  }
}

/** Deletes all saved data when the session ends. */
export function forgetShown(): void {
  for (const { forget } of listShown('')) forget();
}

function readPage(client: QueryClient, { page, blocked }: ShownPage): Located[] {
  const { now, answers = {} } = JSON.parse(page) as { now?: number; answers?: Record<string, unknown> };
  // Not server-rendered: the app stores what it shows.
  if (now === undefined) return [];
  const without = withoutBlocked(client, blocked);
  return readAnswers(answers).flatMap(({ queryKey, data }) => locate(queryKey, now, data, without));
}

/** Returns the cached reads of these queries, unless too old, and their owner. */
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

/**
 * Writes the queue when the page is hidden. On leaving, saves the rest and closes the database before browsers kill it.
 */
export function closeWhenLeft(keeper: ReadKeeper): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void keeper.write().catch(() => undefined);
  });
  window.addEventListener('pagehide', () => {
    keeper.saveUnwritten();
    void closeDatabase();
  });
}
