import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProxies } from '../../scripts/system-parts.mjs';
import { ApiClient, type SentRequest } from './outside/api-client.ts';
import { makeCertificate } from './certificate.ts';
import { findFreePort } from './postgres-cluster.ts';
import { listening, nginxSettings, stop } from './proxies.ts';

const FILE = join(import.meta.dirname, '../../deploy/nginx.conf');

/** The name that stands in the file; nobody looks it up. */
export const SITE_NAME = 'madang.example.ac.kr';

/** The settings of servers behind it: their address is known, and no mail goes out. */
export const BEHIND_NGINX = { ORIGIN: `https://${SITE_NAME}`, SMTP_URL: 'smtp://127.0.0.1:9' };

/** nginx with `deploy/nginx.conf`, of which nothing is changed but paths and ports. */
export interface ShippedNginx {
  ports: { http: number; https: number };
  /** The certificate, to be believed. */
  certificate: Buffer;
  /** Where the file expects this process: `blue` or `green`. */
  socketOf(instance: string): string;
  /** All that it logged, errors too. */
  readLogs(): string;
  client(localAddress?: string): SecureClient;
  stop(): Promise<void>;
}

/** Starts it in a folder of its own, once `nginx -t` has found nothing to say. */
export async function startShippedNginx(): Promise<ShippedNginx> {
  const found = findProxies();
  if (!found) throw new Error('nginx is missing');
  const folder = await mkdtemp(join(tmpdir(), 'madang-nginx-'));
  await chmod(folder, 0o755);
  mkdirSync(join(folder, '.well-known', 'acme-challenge'), { recursive: true });
  makeCertificate(folder, SITE_NAME);
  const [http, https] = [await findFreePort(), await findFreePort()];
  const servers = readFileSync(FILE, 'utf8')
    .replaceAll('unix:/run/madang/', `unix:${folder}/`)
    .replaceAll(/\/etc\/ssl\/madang|\/var\/log\/nginx|\/var\/www\/letsencrypt/g, folder)
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll('listen [::]:80;', `listen 127.0.0.2:${http};`)
    .replaceAll('listen [::]:443 ', `listen 127.0.0.2:${https} `);
  const file = join(folder, 'nginx.conf');
  // Its workers belong to the group of the sockets, as docs/operating.md says.
  await writeFile(file, (await nginxSettings(folder, servers)).replace(/^user .*/m, 'user root root;'));
  const parameters = ['-p', folder, '-c', file];
  execFileSync(found.nginx, [...parameters, '-t'], { stdio: 'pipe' });
  const child = spawn(found.nginx, [...parameters, '-g', 'daemon off;'], { stdio: 'ignore' });
  const certificate = readFileSync(join(folder, 'fullchain.pem'));
  const clients: SecureClient[] = [];
  const end = async () => {
    for (const client of clients) client.close();
    await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const port of [http, https]) await listening(port, [child]);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    ports: { http, https },
    certificate,
    socketOf: (instance) => join(folder, `${instance}.sock`),
    readLogs: () =>
      ['madang.log', 'madang-error.log', 'error.log']
        .map((name) => join(folder, name))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'))
        .join(''),
    client(localAddress) {
      const client = new SecureClient(https, certificate, localAddress);
      clients.push(client);
      return client;
    },
    stop: end,
  };
}

/** A client that comes by TLS, on connections that it keeps, as browsers do. */
export class SecureClient extends ApiClient {
  readonly #agent: Agent;
  readonly #port: number;

  constructor(port: number, certificate: Buffer, localAddress = '127.0.0.1', address = '127.0.0.1') {
    super(`https://${SITE_NAME}`);
    this.#agent = new Agent({
      keepAlive: true,
      localAddress,
      ca: certificate,
      servername: SITE_NAME,
      // Name servers have nothing to do with it.
      lookup: (_, options, done) =>
        options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4),
    });
    this.#port = port;
  }

  close(): void {
    this.#agent.destroy();
  }

  protected override exchange(address: string, { method, headers, body }: SentRequest): Promise<Response> {
    return new Promise((resolve, reject) => {
      const url = new URL(address);
      const outgoing = request(
        {
          agent: this.#agent,
          host: SITE_NAME,
          port: this.#port,
          path: url.pathname + url.search,
          method,
          headers: { Host: SITE_NAME, ...headers },
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
