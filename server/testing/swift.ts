import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { findSwift } from '../../scripts/system-parts.mjs';
import { findFreePort, ownerPrefix } from './postgres-cluster.ts';

/** Key that signs requests in tests. */
export const SWIFT = { keyId: 'test:app', secret: 's3/secret+%', region: 'us-east-1' } as const;

const PARTS = ['account', 'container', 'object'] as const;
const FILTERS =
  'catch_errors gatekeeper healthcheck proxy_logging memcache listing_formats bulk s3api tempauth slo dlo';

/** A local OpenStack Swift with an S3 interface that verifies every signature. */
export interface Swift {
  origin: string;
  /** Makes a bucket; returns its `S3_URL`. */
  makeBucket(name: string): Promise<string>;
  /** Sends a signal to the proxy process; {@link Swift.startProxy} starts it again. */
  signalProxy(signal: NodeJS.Signals): void;
  startProxy(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one in its own folder, on free ports, with one replica. */
export async function startSwift(): Promise<Swift> {
  const programs = findSwift();
  if (!programs)
    throw new Error('Swift is missing: install the packages that scripts/system-parts.mjs names');
  const folder = mkdtempSync(join(tmpdir(), 'madang-swift-'));
  const { uid, username } = userInfo();
  const user = uid === 0 ? 'swift' : username;
  const [cachePort = 0, proxyPort = 0, ...ports] = await findPorts(2 + PARTS.length);
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true });
  await writeSettings(folder, user, { cache: cachePort, proxy: proxyPort, parts: ports });
  for (const path of ['devices', join('devices', 'd1')]) ownerPrefix(join(folder, path), user);
  const children: ChildProcess[] = [];
  const run = (command: string, ...parameters: string[]) => {
    const [first = '', ...rest] = [...ownerPrefix(folder, user), command, ...parameters];
    const child = spawn(first, rest, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
    children.push(child);
    return child;
  };
  run(programs.memcached, '-l', '127.0.0.1', '-p', String(cachePort), '-m', '16');
  const serve = (part: string) =>
    run(join(programs.folder, `swift-${part}-server`), join(folder, `${part}-server.conf`));
  for (const part of PARTS) serve(part);
  let proxy = serve('proxy');
  const origin = `http://127.0.0.1:${proxyPort}`;
  const stop = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(origin);
  } catch (error) {
    await stop();
    throw error;
  }
  const client = new AwsClient({
    accessKeyId: SWIFT.keyId,
    secretAccessKey: SWIFT.secret,
    region: SWIFT.region,
    service: 's3',
  });
  return {
    origin,
    async makeBucket(name) {
      const { status } = await client.fetch(`${origin}/${name}`, { method: 'PUT' });
      if (status !== 200) throw new Error(`Swift answers ${status} for a new bucket`);
      return s3UrlOf(origin, name);
    },
    signalProxy: (signal) => void proxy.kill(signal),
    async startProxy() {
      proxy = serve('proxy');
      await waitUntilReady(origin);
    },
    stop,
  };
}

async function writeSettings(
  folder: string,
  user: string,
  ports: { cache: number; proxy: number; parts: readonly number[] },
): Promise<void> {
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const common = (port: number) => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    'workers = 0',
    `user = ${user}`,
    `swift_dir = ${folder}`,
    `devices = ${join(folder, 'devices')}`,
    'mount_check = false',
    'log_level = CRITICAL',
  ];
  write('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_prefix = a',
    'swift_hash_path_suffix = b',
    '[storage-policy:0]',
    'name = p0',
    'default = yes',
  ]);
  for (const [index, part] of PARTS.entries()) {
    write(`${part}-server.conf`, [
      ...common(ports.parts[index] ?? 0),
      '[pipeline:main]',
      `pipeline = ${part}-server`,
      `[app:${part}-server]`,
      `use = egg:swift#${part}`,
      `recon_cache_path = ${folder}`,
    ]);
  }
  // Equal to three calls of swift-ring-builder per part, which would take longer than everything else.
  const rings = PARTS.map((part, index) => [join(folder, `${part}.ring.gz`), String(ports.parts[index])]);
  await once(spawn('/usr/bin/python3', ['-c', RINGS, ...rings.flat()], { stdio: 'ignore' }), 'exit');
  write('proxy-server.conf', [
    ...common(ports.proxy),
    '[pipeline:main]',
    `pipeline = ${FILTERS} proxy-server`,
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    ...FILTERS.split(' ').flatMap((name) => [
      `[filter:${name}]`,
      `use = egg:swift#${name}`,
      ...(OWN[name] ?? []),
    ]),
  ]);
  write('memcache.conf', ['[memcache]', `memcache_servers = 127.0.0.1:${ports.cache}`]);
}

/** Returns the `S3_URL` of a bucket, with changed parts. */
export function s3UrlOf(
  origin: string,
  bucket: string,
  { keyId = SWIFT.keyId as string, secret = SWIFT.secret as string, region = SWIFT.region as string } = {},
): string {
  const { host } = new URL(origin);
  const [user, password] = [encodeURIComponent(keyId), encodeURIComponent(secret)];
  return `http://${user}:${password}@${host}/${bucket}?region=${region}`;
}

const RINGS = `
import sys
from swift.common.ring import RingBuilder
for path, port in zip(sys.argv[1::2], sys.argv[2::2]):
    builder = RingBuilder(6, 1, 1)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=1))
    builder.rebalance()
    builder.get_ring().save(path)
`;

/** Options of the proxy's filters. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  s3api: [`location = ${SWIFT.region}`, 's3_acl = false'],
  tempauth: [`user_test_app = ${SWIFT.secret} .admin`],
};

async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}

async function waitUntilReady(origin: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(`${origin}/healthcheck`).catch(() => null);
    if (answer?.ok) return;
    if (attempt > 200) throw new Error('Swift did not start');
    await sleep(100);
  }
}
