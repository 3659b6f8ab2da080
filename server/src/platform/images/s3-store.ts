import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { QueueSlots } from '../limits/queue-slots.ts';
import { eachImage, type ImageStore, ImageStoreError, isImageKey } from './image-store.ts';
import { describeS3, type S3Settings } from './s3-settings.ts';

/** One try, headers and body, in milliseconds: who looks at a picture has given up by then. */
const PATIENCE = 4_000;
/** Before the second try, in milliseconds. */
const PAUSE = 100;
/** What a store hands out at most. */
const PAGE = 1_000;
/** Each holds a picture of up to a megabyte or two: a slow store must not become this process's end. */
const AT_ONCE = 200;
/** The SHA-256 of a picture, which the store hands out with it. */
const SUM = 'x-amz-meta-sha256';

/** What the store answered: a body that arrived whole. */
interface Answer {
  status: number;
  /** What {@link SUM} says. */
  sum: string | null;
  body: Buffer;
}

/** A page of a listing. */
interface Page {
  keys: string[];
  next: string | null;
}

/**
 * Images in a bucket of an S3 store, which any number of machines share. Whatever fails is tried once more, which is
 * safe: every request says what shall be, not what shall change. A picture is read whole before it is handed on, and
 * read back after it was written, so that a store that breaks off or loses something makes no broken answer.
 */
export class S3Store implements ImageStore {
  readonly #settings: S3Settings;
  readonly #client: AwsClient;
  readonly #patience: number;
  readonly #page: number;
  readonly #turns = new QueueSlots({
    atOnce: AT_ONCE,
    waiting: 0,
    refusal: 'server.unavailable',
    retryAfter: 5,
  });

  /** @param options how long one try may take, in milliseconds, and how many names one listing holds. */
  constructor(settings: S3Settings, { patience = PATIENCE, page = PAGE } = {}) {
    this.#settings = settings;
    this.#patience = patience;
    this.#page = page;
    this.#client = new AwsClient({
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
      region: settings.region,
      service: 's3',
      retries: 0,
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const answer = await this.#ask('PUT', this.#addressOf(key), bytes);
    if (answer.status !== 200) throw this.#refusal(answer);
    // What a store says it has is not what it has: a row that names the picture is written after this.
    if (!(await this.get(key))?.equals(bytes)) throw this.#damage();
  }

  async get(key: string): Promise<Buffer | null> {
    const answer = await this.#ask('GET', this.#addressOf(key));
    if (answer.status === 200) return answer.body;
    if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') return null;
    throw this.#refusal(answer);
  }

  async remove(key: string): Promise<void> {
    await this.#delete(key);
    let next: string | null = null;
    do {
      const page: Page = await this.#list(`${key}/`, next);
      await eachImage(page.keys, (one) => this.#delete(one));
      next = page.next;
    } while (next !== null);
  }

  async *list(): AsyncGenerator<string> {
    let next: string | null = null;
    do {
      const page: Page = await this.#list('', next);
      yield* page.keys.filter(isImageKey);
      next = page.next;
    } while (next !== null);
  }

  /**
   * Asks the store for the first name in the bucket: whether key, secret, region and bucket are right.
   *
   * @throws {ImageStoreError} saying which is not, or that no answer could be had.
   */
  async examine(): Promise<void> {
    await this.#list('', null, 1);
  }

  #addressOf(key: string): string {
    if (!isImageKey(key)) throw new Error(`not an image key: ${key}`);
    return `${this.#settings.address}/${this.#settings.prefix}${key}`;
  }

  async #delete(key: string): Promise<void> {
    const answer = await this.#ask('DELETE', this.#addressOf(key));
    const gone = answer.status === 404 && codeOf(answer) === 'NoSuchKey';
    if (answer.status !== 204 && answer.status !== 200 && !gone) throw this.#refusal(answer);
  }

  async #list(below: string, from: string | null = null, most = this.#page): Promise<Page> {
    const { address, prefix } = this.#settings;
    const query = new URLSearchParams({
      'list-type': '2',
      'max-keys': String(most),
      prefix: `${prefix}${below}`,
    });
    if (from !== null) query.set('continuation-token', from);
    const answer = await this.#ask('GET', `${address}?${query.toString()}`);
    const text = answer.body.toString();
    // A page of somebody in between, or half a list, must not say that nothing is there.
    if (
      answer.status !== 200 ||
      !/<ListBucketResult[\s>]/.test(text) ||
      !/<\/ListBucketResult>\s*$/.test(text)
    )
      throw this.#refusal(answer);
    const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)]
      .map(([, name = '']) => name)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
    const token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1];
    const more = /<IsTruncated>true</.test(text);
    return { keys, next: more && token !== undefined ? unescapeXml(token) : null };
  }

  /** An answer below 500, at the second try perhaps. */
  async #ask(method: string, address: string, bytes?: Uint8Array): Promise<Answer> {
    return this.#turns.run('', async () => {
      try {
        return await this.#tryOnce(method, address, bytes);
      } catch (error) {
        if (!(error instanceof ImageStoreError)) throw error;
        await sleep(PAUSE);
        return this.#tryOnce(method, address, bytes);
      }
    });
  }

  /** @throws {ImageStoreError} when no whole answer came in time, or one that says to come later. */
  async #tryOnce(method: string, address: string, bytes?: Uint8Array): Promise<Answer> {
    let answer: Answer;
    try {
      // The sum is signed, so that the store takes these bytes and no others.
      const request = await this.#client.sign(address, {
        method,
        ...(bytes && { body: Buffer.from(bytes), headers: headersOf(address, bytes) }),
      });
      const signal = AbortSignal.timeout(this.#patience);
      const response = await fetch(request, { signal, redirect: 'manual' });
      answer = {
        status: response.status,
        sum: response.headers.get(SUM),
        body: Buffer.from(await response.arrayBuffer()),
      };
    } catch (error) {
      throw new ImageStoreError('unavailable', `${describeS3(this.#settings)}: ${describeFailure(error)}`);
    }
    if (answer.status >= 500 || answer.status === 429) throw this.#refusal(answer);
    if (method === 'GET' && answer.status === 200 && !isIntact(address, answer)) throw this.#damage();
    return answer;
  }

  #damage(): ImageStoreError {
    const text = `${describeS3(this.#settings)}: a picture comes back in other bytes than were stored`;
    return new ImageStoreError('damaged', text);
  }

  /** What an answer that is not the wanted one means, in one line; nothing of what the store says but its code. */
  #refusal(answer: Answer): ImageStoreError {
    const { bucket, address, region } = this.#settings;
    const code = codeOf(answer);
    const { host } = new URL(address);
    const said = `${answer.status}${code === '' ? '' : ` ${code}`}`;
    if (answer.status >= 500 || answer.status === 429)
      return new ImageStoreError('unavailable', `${host} answers ${said}`);
    const wrong = (text: string) => new ImageStoreError('settings', `${text} (${said})`);
    if (answer.status === 301 || answer.status === 307 || code === 'AuthorizationHeaderMalformed')
      return wrong(`${host} has bucket ${bucket} in another region than ${region}`);
    if (code === 'NoSuchBucket') return wrong(`${host} has no bucket ${bucket}`);
    if (code === 'AccessDenied') return wrong(`${host} lets this key do too little in bucket ${bucket}`);
    if (code === 'RequestTimeTooSkewed') return wrong(`${host} and this machine go by different times`);
    if (/ExpiredToken|TokenRefreshRequired/.test(code))
      return wrong(`${host} says that this key has expired`);
    if (answer.status === 401 || answer.status === 403)
      return wrong(`${host} does not take this key with this secret`);
    return wrong(`what answers at ${host} is no S3 store with a bucket ${bucket}`);
  }
}

function headersOf(address: string, bytes: Uint8Array): Record<string, string> {
  const sum = sumOf(bytes);
  return {
    'Content-Type': address.endsWith('.png') ? 'image/png' : 'image/webp',
    'X-Amz-Content-Sha256': sum,
    [SUM]: sum,
  };
}

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether these are the bytes that were stored; without a sum, of an earlier version or a copy, whether none are missing. */
function isIntact(address: string, { sum, body }: Answer): boolean {
  if (sum !== null) return sum === sumOf(body);
  if (address.endsWith('.webp')) return body.length > 8 && body.readUInt32LE(4) + 8 === body.length;
  return !address.endsWith('.png') || body.subarray(-8, -4).toString('latin1') === 'IEND';
}

/** What the store calls it, e.g. `NoSuchKey`; '' when it says nothing of the kind. */
function codeOf({ body }: Answer): string {
  return /<Error>[\s\S]*?<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(body.toString('utf8', 0, 4_096))?.[1] ?? '';
}

/** Why there is no answer, of this machine's own words. */
function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'no answer in time';
  return cause?.code ?? cause?.message ?? message;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex as string, 16));
    return ENTITIES[name as string] ?? whole;
  });
}
