import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { makePostBody } from '../../testing/makers.ts';
import type { ApiClient } from '../../testing/outside/api-client.ts';

/** Result of a drill; times in milliseconds. */
export interface Ledger {
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Time from the first failure to the next success of the same writer. */
  longestOutage: number;
  /** Sums that differ from the acknowledged writes: counts, points, likes. */
  wrongSums: string[];
}

const BOARD = 'main-hall';

/** Looks up posts, and replies of one post, on a server; returns all of its replies and the number of lost writes. */
export async function findWritten(
  client: ApiClient,
  postId: string,
  written: { posts: readonly string[]; replies: readonly string[] },
): Promise<{ replies: string[]; found: Set<string>; lost: number }> {
  const replies: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const answer: Awaited<ReturnType<typeof readReplies>> = await readReplies(client, postId, after);
    replies.push(...answer.replies.map(({ id }) => id));
    after = answer.nextAfter;
  }
  const found = new Set(replies);
  let lost = written.replies.filter((id) => !found.has(id)).length;
  for (const id of written.posts)
    if ((await client.call('GET /api/posts/{id}', { path: { id } })).status !== 200) lost += 1;
  return { replies, found, lost };
}

const readReplies = (client: ApiClient, id: string, after: number) =>
  client.ask('GET /api/posts/{id}/replies', { path: { id }, query: { after } });

/**
 * Users who write as fast as they receive answers and retry failures with the same id.
 * Acknowledged writes are then looked up on the server.
 */
export class Writers {
  readonly #browser: ApiClient;
  readonly #postId: string;
  readonly #posts: string[] = [];
  readonly #replies: string[] = [];
  readonly #working: Promise<void>[] = [];
  readonly #pointsBefore: number;
  #unseen = 0;
  #liked = false;
  #stopped = false;
  #abandoned = false;
  #longestOutage = 0;

  private constructor(browser: ApiClient, postId: string, pointsBefore: number) {
    this.#browser = browser;
    this.#postId = postId;
    this.#pointsBefore = pointsBefore;
  }

  /** Starts parallel writers of one user, one of them posting and one liking. */
  static async begin(browser: ApiClient, parallel = 6): Promise<Writers> {
    const { body } = await browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: BOARD },
      body: makePostBody(),
    });
    const writers = new Writers(browser, body.post.id, body.points);
    for (let number = 0; number < parallel; number += 1) {
      const work =
        number === 0 ? () => writers.#post() : number === 1 ? () => writers.#like() : () => writers.#reply();
      const working = writers.#go(work);
      // stop() reports the error; a drill that failed otherwise needs no second one.
      working.catch(() => {});
      writers.#working.push(working);
    }
    return writers;
  }

  /** Id of the post that receives the replies. */
  get postId(): string {
    return this.#postId;
  }

  /** Ids of the acknowledged posts and replies. */
  get ids(): { posts: string[]; replies: string[] } {
    return { posts: [...this.#posts], replies: [...this.#replies] };
  }

  /** Longest time that a writer has failed so far. */
  get longestOutage(): number {
    return this.#longestOutage;
  }

  /** Stops writing after all writes in progress are acknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#working);
  }

  /** Stops writing at once: the drill itself has failed. */
  abandon(): void {
    this.#stopped = true;
    this.#abandoned = true;
  }

  /** Compares the acknowledged writes with the server. */
  async close(): Promise<Ledger> {
    const { replies, found, lost } = await findWritten(this.#browser, this.#postId, this.ids);
    const post = (await this.#browser.call('GET /api/posts/{id}', { path: { id: this.#postId } })).body;
    const { user } = (await this.#browser.call('GET /api/profile', {})).body;
    const sums: [string, number, number][] = [
      ['replies of the post', post.replyCount, found.size],
      ['likes of the post', post.likeCount, this.#liked ? 1 : 0],
      ['own posts that their writer did not see', this.#unseen, 0],
      ['points', user.points, this.#pointsBefore + 50 * this.#posts.length],
    ];
    return {
      acknowledged: this.#posts.length + this.#replies.length,
      lost,
      // Replies stored twice under one id, or stored without an acknowledgement.
      doubled: replies.length - found.size + [...found].filter((id) => !this.#replies.includes(id)).length,
      longestOutage: this.#longestOutage,
      wrongSums: sums
        .filter(([, is, shouldBe]) => is !== shouldBe)
        .map(([name, is, shouldBe]) => `${name} ${is} instead of ${shouldBe}`),
    };
  }

  async #go(work: () => Promise<void>): Promise<void> {
    while (!this.#stopped) await work();
  }

  async #post(): Promise<void> {
    // The official edition asks for confirmation of a repeated text.
    const body = makePostBody({ body: `본문 ${uuidv7()}` });
    await this.#untilAnswered(() =>
      this.#browser.send('POST', `/api/buildings/${BOARD}/posts`, { json: body }),
    );
    this.#posts.push(body.id);
    // Authors see their post at once. A server that has just been killed cannot answer.
    const seen = await this.#browser.send('GET', `/api/posts/${body.id}`).catch(() => null);
    await seen?.arrayBuffer().catch(() => {});
    if (seen?.status === 404) this.#unseen += 1;
  }

  async #reply(): Promise<void> {
    const body = { id: uuidv7(), body: '댓글' };
    await this.#untilAnswered(() =>
      this.#browser.send('POST', `/api/posts/${this.#postId}/replies`, { json: body }),
    );
    this.#replies.push(body.id);
  }

  async #like(): Promise<void> {
    const liked = !this.#liked;
    await this.#untilAnswered(() =>
      this.#browser.send(liked ? 'PUT' : 'DELETE', `/api/posts/${this.#postId}/like`),
    );
    this.#liked = liked;
  }

  async #untilAnswered(call: () => Promise<Response>): Promise<void> {
    let failedAt: number | null = null;
    for (;;) {
      const asked = Date.now();
      const status = await call().then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
      const now = Date.now();
      if (status >= 200 && status < 300) {
        if (failedAt !== null) this.#longestOutage = Math.max(this.#longestOutage, now - failedAt);
        return;
      }
      // A killed server does not answer; one without a database responds 503. Any other status is a fault.
      if (status !== 0 && status !== 503) throw new Error(`a write was answered with ${status}`);
      if (this.#abandoned) throw new Error('the drill was abandoned');
      failedAt ??= asked;
      await sleep(50);
    }
  }
}
