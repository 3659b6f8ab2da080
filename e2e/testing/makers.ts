import { randomBytes } from 'node:crypto';
import type { Me } from '@madang/contract/accounts/schema';
import type { Post } from '@madang/contract/posts/schema';
import type { Reply } from '@madang/contract/replies/schema';
import { ApiClient } from '../../server/testing/outside/api-client.ts';
import { newestLink } from './mailbox.ts';
import { makePicture } from './picture.ts';

/** A valid password, the same for all: only one journey tests passwords. */
export const PASSWORD = 'correct horse';

/** A student with an account and a signed-in API client. */
export interface User {
  id: string;
  email: string;
  name: string;
  nickname: string;
  password: string;
  client: ApiClient;
}

export interface NewPost {
  board?: string;
  title?: string;
  body?: string;
  keywords?: string[];
  /** A generated picture if true, or this one. */
  picture?: boolean | Buffer;
  /** Descriptions of several pictures; the feature `pictures` needs the official edition. */
  pictures?: readonly string[];
}

/** Creates users and posts on one server over public HTTP, like browsers. */
export class Makers {
  readonly origin: string;
  /** Other journeys create users in the same data; with the counter this still fits a nickname. */
  readonly #own = randomBytes(4).readUInt32BE().toString(36).padStart(7, '0').slice(-5);
  #made = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Returns a unique word. */
  next(): string {
    this.#made += 1;
    return `${this.#own}${this.#made.toString(36)}`;
  }

  /** Returns a unique word, so that a search finds only this journey's posts. */
  word(): string {
    return `${Array.from(randomBytes(4), (byte) => String.fromCodePoint(0xac00 + byte * 37)).join('')}뷔`;
  }

  /** Returns an address without an account. */
  newEmail(domain = 'korea.ac.kr'): string {
    return `journey${this.next()}@${domain}`;
  }

  /** Signs up and in; `right`, the default, also verifies the address by mail. */
  async user({ right = true }: { right?: boolean } = {}): Promise<User> {
    const client = new ApiClient(this.origin);
    const { termsVersion, privacyVersion } = await client.ask('GET /api/campus', {});
    const email = this.newEmail();
    const person = { name: '김고대', email, nickname: `여정${this.next()}`, password: PASSWORD };
    const body = { ...person, termsVersion, privacyVersion };
    const { user: me } = await client.ask('POST /api/accounts', { body });
    if (right) await this.#verify(client, email);
    return { ...person, id: me.id, client };
  }

  async #verify(client: ApiClient, email: string): Promise<Me> {
    const link = await newestLink(client, email, '/verify');
    const token = link.searchParams.get('token') ?? '';
    const { user: me } = await client.ask('POST /api/verification/confirmation', { body: { token } });
    return me;
  }

  async post(author: User, fields: NewPost = {}): Promise<Post> {
    const uploadId = fields.picture ? await this.#upload(author, fields.picture) : null;
    const pictures: { uploadId: string; description: string }[] = [];
    for (const description of fields.pictures ?? [])
      pictures.push({ uploadId: await this.#upload(author), description });
    const { post } = await author.client.ask('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: fields.board ?? 'main-hall' },
      body: {
        id: makeUuid(),
        title: fields.title ?? `2층 창가 자리 ${this.next()}`,
        body: fields.body ?? '오전에는 거의 비어 있어요.',
        keywords: fields.keywords ?? [],
        uploadId,
        ...(fields.pictures ? { pictures } : {}),
      },
    });
    return post;
  }

  async #upload(author: User, picture: true | Buffer = true): Promise<string> {
    const id = makeUuid();
    const rawBody = new Uint8Array(picture === true ? makePicture() : picture);
    await author.client.ask('PUT /api/uploads/{id}', { path: { id }, rawBody });
    return id;
  }

  async reply(author: User, postId: string, body: string, answers?: string): Promise<Reply> {
    return author.client.ask('POST /api/posts/{id}/replies', {
      path: { id: postId },
      body: { id: makeUuid(), body, answers },
    });
  }

  async like(user: User, postId: string): Promise<void> {
    await user.client.ask('PUT /api/posts/{id}/like', { path: { id: postId } });
  }
}

/** Returns a UUID version 7 (RFC 9562, section 5.7): milliseconds, then random bits. */
export function makeUuid(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
