import { sign } from 'node:crypto';
import type { PushKeys } from './push-keys.ts';

/** Lifetime of a signature in seconds, below 24 hours; reused for half. */
const SECONDS = 12 * 3_600;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Identifies this sender (VAPID, RFC 8292), one signature per service. */
export class Vapid {
  readonly #keys: PushKeys;
  readonly #subject: string;
  readonly #made = new Map<string, { header: string; until: number }>();

  /** @param subject contact address for push services. */
  constructor(keys: PushKeys, subject: string) {
    this.#keys = keys;
    this.#subject = subject;
  }

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
