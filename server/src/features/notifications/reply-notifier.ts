import type { NotificationKind } from '@madang/contract/notifications/rules';
import { type Database, runBatch } from '../../database/database.ts';
import type { Logger } from '../../log/log.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { LOCK_ANSWER_LINES, NOTIFY_OF_REPLIES, type NotifiedRow } from './inbox.ts';
import type { InboxStreams } from './streams.ts';

/** Milliseconds until a reply's users are notified. */
const TOGETHER = 50;
/** Minimum milliseconds between two batches: several replies to one post change a line once. */
const INTERVAL = 500;

interface NotifierDependencies {
  database: Database;
  inboxes: InboxStreams;
  counter: NotificationCounter;
  log: Logger;
}

/**
 * Notifies users of replies in batches. Replies wait in the database, so those of a crashed process are notified by the next
 * batch of any process.
 */
export class ReplyNotifier {
  readonly #from: NotifierDependencies;
  /** Posts with replies of this process, by the batch that contains them. */
  #next = new Set<string>();
  #current: ReadonlySet<string> = new Set();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #endedAt = -INTERVAL;

  constructor(dependencies: NotifierDependencies) {
    this.#from = dependencies;
  }

  /** Notifies of a reply to this post soon; call after the commit. */
  add(postId: string): void {
    this.#next.add(postId);
    const wait = Math.max(TOGETHER, this.#endedAt + INTERVAL - performance.now());
    this.#timer ??= setTimeout(() => void this.settle(), wait).unref();
  }

  /** Resolves when this process's replies were notified, or a batch failed: those to a post, or all. */
  async settle(postId?: string): Promise<void> {
    const waits = (posts: ReadonlySet<string>) => (postId === undefined ? posts.size > 0 : posts.has(postId));
    try {
      if (waits(this.#current)) await this.#running;
      if (!waits(this.#next)) return;
      // The running batch may have begun before this reply.
      await this.#running;
      await this.run();
    } catch {
      // Logged; the next batch notifies.
    }
  }

  /**
   * Notifies of all replies that wait in the database.
   *
   * @throws the failure of a batch, after logging it.
   */
  async run(): Promise<void> {
    this.#running ??= this.#notifyAll().finally(() => (this.#running = undefined));
    await this.#running;
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.settle();
  }

  async #notifyAll(): Promise<void> {
    const { database, log } = this.#from;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    [this.#current, this.#next] = [this.#next, new Set()];
    try {
      let more = true;
      while (more) {
        const [, [batch]] = (await runBatch(database, [
          [LOCK_ANSWER_LINES, []],
          [NOTIFY_OF_REPLIES, []],
        ])) as [unknown, { told: NotifiedRow[]; more: boolean }[]];
        announce(this.#from, 'answer', batch?.told ?? []);
        more = batch?.more ?? false;
      }
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'users not notified of replies yet');
      for (const postId of this.#current) this.#next.add(postId);
      throw error;
    } finally {
      this.#current = new Set();
      this.#endedAt = performance.now();
    }
  }
}

/** Counts written lines and updates their owners' pages. */
export function announce(
  { inboxes, counter }: Pick<NotifierDependencies, 'inboxes' | 'counter'>,
  kind: NotificationKind,
  told: readonly NotifiedRow[],
): void {
  if (told.length === 0) return;
  for (const { user_id: userId } of told) inboxes.announce(userId);
  counter.addLines('lineMade', kind, told.filter(({ made }) => made).length);
}
