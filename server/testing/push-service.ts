import { createECDH, randomBytes, webcrypto, type ECDH } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PushPayload } from '@madang/contract/notifications/rules';
import { decrypt } from 'http_ece';
import { makeCertificate } from './certificate.ts';

export const HOSTS = {
  google: 'fcm.googleapis.com',
  apple: 'web.push.apple.com',
  mozilla: 'updates.push.services.mozilla.com',
} as const;
type Host = keyof typeof HOSTS;

/** Response of a service to a push. */
type Verdict = number | { status: number; headers: Record<string, string> } | 'hang' | 'close';

/** A push as received by its service and as decrypted by its browser. */
export interface ReceivedPush {
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  verdict: Verdict;
  payload: PushPayload;
  /** Id of the push, from the URL that it opens. */
  id: string;
}

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Resolves every host to this machine. */
export const findHere: LookupFunction = (_, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

/** Several push services in one server: verifies every signature and decrypts with independent code. */
export class PushService {
  readonly ca: string;
  readonly received: ReceivedPush[] = [];
  /** Decides the response by host and path; default 201. */
  verdict: (host: string, path: string) => Verdict = () => 201;
  /** Runs before the response is sent. */
  before: (push: ReceivedPush) => void | Promise<void> = () => {};
  /** Errors in received requests. */
  readonly faults: string[] = [];
  readonly #browsers = new Map<string, { pair: ECDH; auth: string }>();
  readonly #folder = mkdtempSync(join(tmpdir(), 'madang-push-'));
  readonly #server;
  readonly #key: string;

  /** @param key application server key of the browsers' subscriptions. */
  constructor(key: string) {
    this.#key = key;
    const [first, ...others] = Object.values(HOSTS);
    makeCertificate(this.#folder, first ?? '', 2, others);
    this.ca = readFileSync(join(this.#folder, 'fullchain.pem'), 'utf8');
    const secret = readFileSync(join(this.#folder, 'key.pem'), 'utf8');
    this.#server = createServer({ cert: this.ca, key: secret }, (incoming, outgoing) => {
      void this.#take(incoming, outgoing).catch((error: Error) => {
        // The sender was killed during the request.
        if (!incoming.complete) return;
        this.faults.push(error.message);
        outgoing.writeHead(403).end();
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Creates a subscription of a browser. */
  subscribe(host: Host = 'google'): Subscription {
    const pair = createECDH('prime256v1');
    const p256dh = pair.generateKeys('base64url');
    const auth = randomBytes(16).toString('base64url');
    const path = `/push/${randomBytes(12).toString('base64url')}`;
    this.#browsers.set(path, { pair, auth });
    return { endpoint: `https://${HOSTS[host]}${path}`, p256dh, auth };
  }

  /** Returns the pushes that a subscription received. */
  of({ endpoint }: Subscription): ReceivedPush[] {
    return this.received.filter(({ host, path }) => endpoint === `https://${host}${path}`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true });
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '');
    const path = incoming.url ?? '';
    await this.#verify(incoming.headers.authorization ?? '', host);
    const browser = this.#browsers.get(path);
    if (!browser) throw new Error(`nobody subscribed at ${path}`);
    if (incoming.headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding');
    const { pair: privateKey, auth: authSecret } = browser;
    const plain = decrypt(body, { version: 'aes128gcm', privateKey, authSecret });
    const payload = JSON.parse(plain.toString('utf8')) as PushPayload;
    const id = new URL(payload.notification.navigate).searchParams.get('push') ?? '';
    const verdict = this.verdict(host, path);
    const push = { host, path, headers: incoming.headers, body, verdict, payload, id };
    this.received.push(push);
    await this.before(push);
    if (verdict === 'hang') return;
    if (verdict === 'close') return void incoming.socket.destroy();
    const { status, headers } = typeof verdict === 'number' ? { status: verdict, headers: {} } : verdict;
    outgoing.writeHead(status, headers).end();
  }

  /** Verifies the sender by RFC 8292. */
  async #verify(authorization: string, host: string): Promise<void> {
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
    if (key !== this.#key) throw new Error('signed with another key than was subscribed with');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const raw = Buffer.from(key, 'base64url');
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    const verified = await webcrypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      await webcrypto.subtle.importKey('raw', raw, curve, false, ['verify']),
      Buffer.from(signature, 'base64url'),
      Buffer.from(`${head}.${claims}`),
    );
    if (!verified) throw new Error('the signature is wrong');
    const read = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const { aud, exp, sub } = read(claims);
    const ahead = Number(exp) - Date.now() / 1_000;
    if (aud !== `https://${host}` || !(ahead > 0 && ahead <= 24 * 3_600) || !/^https?:/.test(String(sub)))
      throw new Error(`wrong claims: ${JSON.stringify({ aud, exp, sub })}`);
    if (read(head)['alg'] !== 'ES256') throw new Error('another algorithm');
  }
}
