import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { makePostBody } from '../../../testing/makers.ts';
import { SecureClient } from '../../../testing/shipped-nginx.ts';
import type { Received } from '../../../testing/smtp.ts';
import { findInMail, PASSWORD, readPicture, signUp, upload } from '../students.ts';

const FRIEND = 'friend@korea.ac.kr';
const BOARD = 'main-hall';
/** Interval in ms that keeps replies below the limit of thirty a minute. */
const REPLY_EVERY = 2_200;
const READ_EVERY = 40;
const READS = ['/', '/api/posts/latest', '/api/buildings'];
const BACK_WITHIN = 60_000;

/** A student on a new campus over https, as browsers use it, and the checks afterwards. */
export class Newcomer {
  readonly failed: string[] = [];
  readonly steps: { name: string; longestOutage: number }[] = [];
  acknowledged = 0;
  lost = 0;
  doubled = 0;
  readonly #certificate: () => Buffer;
  readonly #way: { from: string; to: string };
  readonly #mails: () => readonly Received[];
  #client: SecureClient | undefined;
  #friend: SecureClient | undefined;
  #email = '';
  #posts: string[] = [];
  #picture: Uint8Array = new Uint8Array();
  #replies: string[] = [];
  #spoilt = '';
  #loading: Promise<unknown> | undefined;
  #stopped = false;
  #strict = false;
  #answeredAt = 0;
  #longestOutage = 0;

  constructor(
    certificate: () => Buffer,
    way: { from: string; to: string },
    mails: () => readonly Received[],
  ) {
    [this.#certificate, this.#way, this.#mails] = [certificate, way, mails];
  }

  close(): void {
    this.#stopped = true;
    this.#client?.close();
    this.#friend?.close();
  }

  /** Signs up, reads the mail and opens its link; does the same for a friend. */
  async signUp(email: string): Promise<void> {
    this.#email = email;
    [this.#client, this.#friend] = [this.#connect(), this.#connect()];
    await signUp(this.#client, { email, nickname: '안암호랑이' }, this.#mails);
    await signUp(this.#friend, { email: FRIEND, nickname: '정릉다람쥐' }, this.#mails);
  }

  /** Returns the code of the operator's test mail. */
  async readTestCode(email: string): Promise<string> {
    return findInMail(this.#mails, email, /operator mail received (\S+)/);
  }

  /** Writes twenty-one posts of two students, the first with a picture. */
  async fillTheHouse(): Promise<void> {
    const pictures = [{ uploadId: await upload(this.#me), description: '' }];
    for (let number = 0; number < 21; number += 1) {
      const client = number < 12 ? this.#me : this.#friend;
      const body = makePostBody({
        title: `${number}번째 자리`,
        body: `${number}층 창가는 오전에 조용하고 콘센트가 있어요.`,
        ...(number === 0 ? { pictures } : {}),
      });
      await client?.ask('POST /api/buildings/{buildingId}/posts', { path: { buildingId: BOARD }, body });
      this.#posts.push(body.id);
    }
    this.acknowledged += this.#posts.length;
    this.#picture = await readPicture(this.#me, this.#first);
  }

  /** Starts reads and replies that continue until {@link endLoad}; returns after the first replies. */
  async beginLoad(): Promise<void> {
    [this.#stopped, this.#replies, this.#answeredAt] = [false, [], Date.now()];
    this.#loading = Promise.all([this.#readOn(), this.#replyOn()]);
    // endLoad() reports the error.
    this.#loading.catch(() => {});
    await sleep(3 * REPLY_EVERY);
  }

  async endLoad(): Promise<void> {
    this.#stopped = true;
    await this.#loading;
    const { replies } = await this.#me.ask('GET /api/posts/{id}/replies', {
      path: { id: this.#first },
      query: { after: 0 },
    });
    const found = replies.map(({ body }) => body);
    if (this.#replies.length === 0) this.failed.push('no reply was written under load');
    this.acknowledged += this.#replies.length;
    this.lost += this.#replies.filter((body) => !found.includes(body)).length;
    this.doubled += found.length - new Set(found).size;
  }

  /** Measures the longest time without an answer; if `strict`, every call must succeed. */
  async during(name: string, strict: boolean, work: () => Promise<void>): Promise<void> {
    [this.#longestOutage, this.#answeredAt, this.#strict] = [0, Date.now(), strict];
    await work();
    this.#longestOutage = Math.max(this.#longestOutage, Date.now() - this.#answeredAt);
    this.steps.push({ name, longestOutage: this.#longestOutage });
    this.#strict = false;
  }

  /** Changes after the newest backup: content that a restore must remove, and a student who must stay deleted. */
  async spoil(): Promise<void> {
    const body = makePostBody({ title: '되돌리면 없어요', body: '백업 뒤에 쓴 글' });
    await this.#me.ask('POST /api/buildings/{buildingId}/posts', { path: { buildingId: BOARD }, body });
    await this.#friend?.ask('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    this.#spoilt = body.id;
  }
  /** Checks a restore: everything of the backup exists, nothing later does, and the deleted student stays deleted. */
  async lookAfterRestore(): Promise<void> {
    const client = this.#connect();
    try {
      await client.ask('POST /api/session', { body: { email: this.#email, password: PASSWORD } });
      for (const id of this.#posts)
        if ((await client.call('GET /api/posts/{id}', { path: { id } })).status !== 200) this.lost += 1;
      const later = await client.call('GET /api/posts/{id}', { path: { id: this.#spoilt } });
      if (later.status !== 404) this.failed.push(`a post later than the backup answers ${later.status}`);
      this.#client?.close();
      this.#client = client;
      if (!(await readPicture(client, this.#first)).equals(this.#picture))
        this.failed.push('the picture is another one');
      const friend = this.#connect();
      const back = await friend.call('POST /api/session', { body: { email: FRIEND, password: PASSWORD } });
      if (back.status !== 401) this.failed.push(`who had withdrawn signs in with ${back.status}`);
      friend.close();
    } catch (error) {
      this.failed.push((error as Error).message);
    }
  }

  async waitUntilServed(): Promise<void> {
    const end = Date.now() + BACK_WITHIN;
    for (;;) {
      const status = await this.#me.send('GET', '/health/ready').then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) return;
      if (Date.now() > end) throw new Error('the site does not come back');
      await sleep(100);
    }
  }

  get #me(): SecureClient {
    if (!this.#client) throw new Error('nobody has signed up');
    return this.#client;
  }

  get #first(): string {
    return this.#posts[0] ?? '';
  }

  #connect(): SecureClient {
    return new SecureClient(443, this.#certificate(), {
      localAddress: this.#way.from,
      address: this.#way.to,
    });
  }

  async #readOn(): Promise<void> {
    for (let turn = 0; !this.#stopped; turn += 1) {
      this.#count(await this.#try('GET', READS[turn % READS.length] ?? '/'));
      await sleep(READ_EVERY);
    }
  }

  /** An unanswered reply is sent again with the same id. */
  async #replyOn(): Promise<void> {
    while (!this.#stopped) {
      const id = uuidv7();
      const reply = { id, body: `댓글 ${id}` };
      for (;;) {
        const found = await this.#try('POST', `/api/posts/${this.#first}/replies`, reply);
        this.#count(found);
        if (found.status === 201 || found.status === 200) break;
        if (found.status !== 0 && found.status !== 503)
          throw new Error(`a reply was answered with ${found.status}`);
        await sleep(100);
      }
      this.#replies.push(reply.body);
      await sleep(REPLY_EVERY);
    }
  }

  async #try(method: string, path: string, json?: object): Promise<{ status: number; what: string }> {
    try {
      const response = await this.#me.send(method, path, json ? { json } : {});
      await response.arrayBuffer();
      return { status: response.status, what: `${method} ${path}: ${response.status}` };
    } catch (error) {
      return { status: 0, what: `${method} ${path}: ${(error as Error).message}` };
    }
  }

  #count({ status, what }: { status: number; what: string }): void {
    const now = Date.now();
    if (status >= 200 && status < 300) {
      this.#longestOutage = Math.max(this.#longestOutage, now - this.#answeredAt);
      this.#answeredAt = now;
    } else if (this.#strict) this.failed.push(what);
  }
}
