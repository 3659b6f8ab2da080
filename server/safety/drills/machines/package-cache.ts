import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const DEBIAN = 'http://deb.debian.org/';
/** Files that never change under their name: packages, and lists named by their checksum. */
const FOREVER = /\.deb$|\/by-hash\//;

/** Starts a proxy for apt: isolated machines get only Debian's packages, from a folder after the first time. */
export async function startPackageCache(folder: string, host: string) {
  await mkdir(folder, { recursive: true });
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '';
    if (incoming.method !== 'GET' || !url.startsWith(DEBIAN)) {
      outgoing.writeHead(403).end();
      return;
    }
    read(folder, url).then(
      (bytes) => outgoing.writeHead(bytes ? 200 : 404).end(bytes ?? ''),
      () => outgoing.writeHead(502).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `http://${host}:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(folder: string, url: string): Promise<Buffer | null> {
  const file = join(folder, createHash('sha256').update(url).digest('hex'));
  if (FOREVER.test(url) && existsSync(file)) return readFile(file);
  try {
    const response = await fetch(url);
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    await writeFile(`${file}.new`, bytes);
    await rename(`${file}.new`, file);
    return bytes;
  } catch (error) {
    // Offline: yesterday's lists are sufficient.
    if (existsSync(file)) return readFile(file);
    throw error;
  }
}
