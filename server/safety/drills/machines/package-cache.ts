import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const DEBIAN = 'http://deb.debian.org/';
/** What never changes under its name: packages, and lists that are named by their sum. */
const FOREVER = /\.deb$|\/by-hash\//;

/**
 * A proxy for apt: machines in a network of their own get Debian's packages and nothing else, and from the second time on
 * they come from a folder.
 */
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
    // Away for a moment: yesterday's lists will do.
    if (existsSync(file)) return readFile(file);
    throw error;
  }
}
