import { sign } from 'node:crypto';
import type { PushKeys } from './push-keys.ts';

/** A signature holds for so long, of the 24 hours that are allowed, and is used for half of it. */
const SECONDS = 12 * 3_600;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Says to push services who sends (VAPID, RFC 8292): one signature for each service, used again. */
export class Vapid {
  readonly #keys: PushKeys;
  readonly #subject: string;
  readonly #made = new Map<string, { header: string; until: number }>();

  /** @param subject an address, where a service finds who is to be asked about what is sent. */
  constructor(keys: PushKeys, subject: string) {
    this.#keys = keys;
    this.#subject = subject;
  }

  /** The `Authorization` header for an endpoint. */
  headerFor(endpoint: string): string {
    const audience = new URL(endpoint).origin;
    const now = Math.floor(Date.now() / 1_000);
    const known = this.#made.get(audience);
    if (known && known.until > now) return known.header;
    const claims = { aud: audience, exp: now + SECONDS, sub: this.#subject };
    const content = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
    const key = { key: this.#keys.signing, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign('sha256', Buffer.from(content), key).toString('base64url');
    const header = `vapid t=${content}.${signature}, k=${this.#keys.publicKey}`;
    this.#made.set(audience, { header, until: now + SECONDS / 2 });
    return header;
  }
}
