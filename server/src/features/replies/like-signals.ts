import { encodeEvent } from '../../platform/live/event-stream.ts';
import type { Hub } from '../../platform/live/hub.ts';

const TOPIC = 'likes';
/** Open pages follow within a second: so long are likes of a post collected, and the rest is for the way. */
const TOGETHER = 800;

/** The likes of one open post that its readers have not been told of. */
interface Waiting {
  replyIds: Set<string>;
  /** Runs until its readers may be notified again; null while they are being told. */
  timer: NodeJS.Timeout | null;
}

interface Dependencies {
  /** Whether somebody of this process reads the post live. */
  isOpen(postId: string): boolean;
  countLikes(replyIds: readonly string[]): Promise<Record<string, number>>;
  /** Hands the same bytes to every reader. */
  send(postId: string, bytes: Buffer): void;
  onFailure(error: Error): void;
}

/**
 * Tells open pages how many likes replies have: the first of a post at once, then what came together, so that a post costs
 * each process little more than one query a second, however many like its replies. The counts are read, never added up:
 * a signal that was lost heals with the next one for the reply.
 */
export class LikeSignals {
  readonly #hub: Hub;
  readonly #dependencies: Dependencies;
  readonly #waiting = new Map<string, Waiting>();

  constructor(hub: Hub, dependencies: Dependencies) {
    this.#hub = hub;
    this.#dependencies = dependencies;
    hub.on(TOPIC, { onSignal: (id) => this.#note(id), onGap: () => {} });
  }

  /** Tells every process that a reply was liked, or no more; call it after the commit. */
  announce(postId: string, replyId: string): void {
    this.#hub.signal(TOPIC, `${postId}/${replyId}`);
  }

  close(): void {
    for (const { timer } of this.#waiting.values()) if (timer) clearTimeout(timer);
    this.#waiting.clear();
  }

  #note(id: string): void {
    const [postId = '', replyId = ''] = id.split('/');
    if (!this.#dependencies.isOpen(postId)) return;
    const waiting = this.#waiting.get(postId);
    if (waiting) return void waiting.replyIds.add(replyId);
    const first: Waiting = { replyIds: new Set([replyId]), timer: null };
    this.#waiting.set(postId, first);
    void this.#tell(postId, first);
  }

  async #tell(postId: string, waiting: Waiting): Promise<void> {
    const ids = [...waiting.replyIds];
    waiting.replyIds.clear();
    waiting.timer = null;
    if (ids.length === 0) return void this.#waiting.delete(postId);
    const end = performance.now() + TOGETHER;
    try {
      const counts = await this.#dependencies.countLikes(ids);
      this.#dependencies.send(postId, encodeEvent({ name: 'likes', data: JSON.stringify(counts) }));
    } catch (error) {
      this.#dependencies.onFailure(error as Error);
    }
    if (this.#waiting.get(postId) !== waiting) return;
    const rest = Math.max(0, end - performance.now());
    waiting.timer = setTimeout(() => void this.#tell(postId, waiting), rest).unref();
  }
}
