import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type ClientHttp2Session } from 'node:http2';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProxies } from '../../scripts/system-parts.mjs';
import { ApiClient, type SentRequest } from './outside/api-client.ts';
import { makeCertificate } from './certificate.ts';
import { findFreePort } from './postgres-cluster.ts';
import { listening, nginxSettings, stop } from './proxies.ts';

const FILE = join(import.meta.dirname, '../../deploy/nginx.conf');

/** Returns the host name of an installation as in its file; it is never resolved. */
const siteName = (installation: string) => `${installation}.example.ac.kr`;
export const SITE_NAME = siteName('madang');

/** Returns settings of servers behind nginx: a known origin, and mail that is never delivered. */
export const behindNginx = (installation = 'madang') => ({
  ORIGIN: `https://${siteName(installation)}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
});

const LOGS = ['madang/madang.log', 'madang/madang-error.log', 'error.log'];

/** nginx with `deploy/nginx.conf`; only paths and ports are changed. */
export interface ShippedNginx {
  ports: { http: number; https: number };
  /** Certificate for clients to trust. */
  certificate: Buffer;
  /** Returns the socket that the file expects for an instance: `blue` or `green`. */
  socketOf(instance: string, installation?: string): string;
  /** Returns all logs, including errors. */
  readLogs(): string;
  client(localAddress?: string, installation?: string): SecureClient;
  /** Stops and starts it, as `systemctl restart` does. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts it in its own folder after `nginx -t` passed without warnings.
 * Each further installation uses the file with its name instead of `madang`, as in docs/operating.md.
 */
export async function startShippedNginx(...further: readonly string[]): Promise<ShippedNginx> {
  const found = findProxies();
  if (!found) throw new Error('nginx is missing');
  const folder = await mkdtemp(join(tmpdir(), 'madang-nginx-'));
  await chmod(folder, 0o755);
  const [http, https] = [await findFreePort(), await findFreePort()];
  const folderOf = (installation: string) => join(folder, installation);
  const servers = ['madang', ...further].map((installation) =>
    layOut(installation, folderOf(installation), { http, https }),
  );
  const file = join(folder, 'nginx.conf');
  // Its workers are in the group of the sockets, as in docs/operating.md.
  const settings = await nginxSettings(folder, servers.join('\n'));
  await writeFile(file, settings.replace(/^user .*/m, 'user root root;'));
  const parameters = ['-p', folder, '-c', file];
  execFileSync(found.nginx, [...parameters, '-t'], { stdio: 'pipe' });
  const start = () => spawn(found.nginx, [...parameters, '-g', 'daemon off;'], { stdio: 'ignore' });
  let child = start();
  const ready = async () => {
    for (const port of [http, https]) await listening(port, [child]);
  };
  const certificateOf = (installation: string) => readFileSync(join(folderOf(installation), 'fullchain.pem'));
  const clients: SecureClient[] = [];
  const end = async () => {
    for (const client of clients) client.close();
    await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    ports: { http, https },
    certificate: certificateOf('madang'),
    socketOf: (instance, installation = 'madang') => join(folderOf(installation), `${instance}.sock`),
    readLogs: () =>
      LOGS.map((name) => join(folder, name))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'))
        .join(''),
    client(localAddress, installation = 'madang') {
      const client = new SecureClient(https, certificateOf(installation), {
        name: siteName(installation),
        ...(localAddress && { localAddress }),
      });
      clients.push(client);
      return client;
    },
    async restart() {
      await stop(child);
      child = start();
      await ready();
    },
    stop: end,
  };
}

/** Creates the files that an installation's file needs; returns the file to use. */
function layOut(installation: string, own: string, { http, https }: ShippedNginx['ports']): string {
  mkdirSync(join(own, '.well-known', 'acme-challenge'), { recursive: true });
  makeCertificate(own, siteName(installation));
  return readFileSync(FILE, 'utf8')
    .replaceAll('madang', installation)
    .replaceAll(`unix:/run/${installation}/`, `unix:${own}/`)
    .replaceAll(`/etc/ssl/${installation}`, own)
    .replaceAll(/\/var\/log\/nginx|\/var\/www\/letsencrypt/g, own)
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll('listen [::]:80;', `listen 127.0.0.2:${http};`)
    .replaceAll('listen [::]:443 ', `listen 127.0.0.2:${https} `);
}

/** Opens an HTTP/2 connection to it. */
export function openHttp2({ ports, certificate }: ShippedNginx): ClientHttp2Session {
  return connect(`https://${SITE_NAME}:${ports.https}`, {
    ca: certificate,
    servername: SITE_NAME,
    lookup: (_, options, done) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  });
}

export async function askHttp2(session: ClientHttp2Session, path: string, headers: Record<string, string>) {
  const stream = session.request({ ':path': path, ':authority': SITE_NAME, ...headers });
  let [text, answered] = ['', {} as Record<string, unknown>];
  stream.setEncoding('utf8');
  stream.on('response', (found) => (answered = found));
  for await (const piece of stream) text += String(piece);
  return { headers: answered, text };
}

/** Client over TLS with kept-alive connections, as browsers use. */
export class SecureClient extends ApiClient {
  readonly #agent: Agent;
  readonly #port: number;

  readonly #name: string;

  /** @param way host name of the site, its address, and the local address. */
  constructor(
    port: number,
    certificate: Buffer,
    {
      name = SITE_NAME,
      localAddress = '127.0.0.1',
      address = '127.0.0.1',
    }: { name?: string; localAddress?: string; address?: string } = {},
  ) {
    super(`https://${name}`);
    this.#agent = new Agent({
      keepAlive: true,
      localAddress,
      ca: certificate,
      servername: name,
      // Resolves without DNS.
      lookup: (_, options, done) =>
        options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4),
    });
    [this.#port, this.#name] = [port, name];
  }

  close(): void {
    this.#agent.destroy();
  }

  protected override request(address: string, { method, headers, body }: SentRequest): Promise<Response> {
    return new Promise((resolve, reject) => {
      const url = new URL(address);
      const outgoing = request(
        {
          agent: this.#agent,
          host: this.#name,
          port: this.#port,
          path: url.pathname + url.search,
          method,
          headers: { Host: this.#name, ...headers },
        },
        (incoming) => {
          const pieces: Buffer[] = [];
          incoming.on('data', (piece: Buffer) => pieces.push(piece));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const { statusCode: status = 0, rawHeaders } = incoming;
            const answered = new Headers();
            for (let index = 0; index < rawHeaders.length; index += 2)
              answered.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
            const bytes = [204, 304].includes(status) ? null : Buffer.concat(pieces);
            resolve(new Response(bytes, { status, headers: answered }));
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
