import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { QueueSlots } from '../http/queue-slots.ts';
import { eachImage, type ImageStore, ImageStoreError, isImageKey } from './image-store.ts';
import { describeS3, type S3Settings } from './s3-settings.ts';

/** Timeout per try in milliseconds; viewers give up by then. */
const TIMEOUT = 4_000;
/** Delay before the second try, in milliseconds. */
const PAUSE = 100;
/** Maximum keys per page of S3 stores. */
const PAGE = 1_000;
/** Parallel requests, bounding memory: each picture has up to two megabytes. */
const AT_ONCE = 200;
/** Header with a picture's SHA-256, stored as metadata. */
const SUM = 'x-amz-meta-sha256';

interface Answer {
  status: number;
  sum: string | null;
  body: Buffer;
}

interface Page {
  keys: string[];
  next: string | null;
}

/**
 * Images in an S3 bucket, shared by machines. Retries once; all requests are idempotent. Verifies pictures before use and
 * after writing.
 */
export class S3Store implements ImageStore {
  readonly #settings: S3Settings;
  readonly #client: AwsClient;
  readonly #timeout: number;
  readonly #page: number;
  readonly #slots = new QueueSlots({
    atOnce: AT_ONCE,
    waiting: 0,
    refusal: 'server.unavailable',
    retryAfter: 5,
  });

  /** @param options timeout per try in milliseconds, and keys per listing. */
  constructor(settings: S3Settings, { timeout = TIMEOUT, page = PAGE } = {}) {
    this.#settings = settings;
    this.#timeout = timeout;
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
    // Verifies the write, since a row that references the picture follows.
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
   * Checks key, secret, region and bucket by listing one key.
   *
   * @throws {ImageStoreError} with the wrong setting, or if unreachable.
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
    // A proxy's page or a truncated list must not look empty.
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

  /** Returns a response below 500, after a retry if needed. */
  async #ask(method: string, address: string, bytes?: Uint8Array): Promise<Answer> {
    return this.#slots.run('', async () => {
      try {
        return await this.#tryOnce(method, address, bytes);
      } catch (error) {
        if (!(error instanceof ImageStoreError)) throw error;
        await sleep(PAUSE);
        return this.#tryOnce(method, address, bytes);
      }
    });
  }

  /** @throws {ImageStoreError} on a timeout, a truncated or a retry-later response. */
  async #tryOnce(method: string, address: string, bytes?: Uint8Array): Promise<Answer> {
    let answer: Answer;
    try {
      // The checksum is signed: the store accepts only these bytes.
      const request = await this.#client.sign(address, {
        method,
        ...(bytes && { body: Buffer.from(bytes), headers: headersOf(address, bytes) }),
      });
      const signal = AbortSignal.timeout(this.#timeout);
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

  /** Returns a response's error in one line, with only its code. */
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

/** Whether the bytes are as stored; without a checksum (earlier version, copy), complete. */
function isIntact(address: string, { sum, body }: Answer): boolean {
  if (sum !== null) return sum === sumOf(body);
  if (address.endsWith('.webp')) return body.length > 8 && body.readUInt32LE(4) + 8 === body.length;
  return !address.endsWith('.png') || body.subarray(-8, -4).toString('latin1') === 'IEND';
}

/** Returns the store's error code, e.g. `NoSuchKey`, or ''. */
function codeOf({ body }: Answer): string {
  return /<Error>[\s\S]*?<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(body.toString('utf8', 0, 4_096))?.[1] ?? '';
}

/** Returns why there is no response, from this machine's error only. */
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
