import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { accepts, isCurrent } from './cache.ts';
import type { RequestContext } from './request.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** In order of preference, with extensions of the build's files. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface StaticFile {
  type: string;
  /** Weak if several encodings share it. */
  etag: string;
  plain: Buffer;
  encoded: Map<string, Buffer>;
}

type FileBytes = ReadonlyMap<string, Buffer>;

/** Returns the wanted files of a folder, also compressed, by address. */
export function readFolder(folder: string, include: (address: string) => boolean = () => true): FileBytes {
  const files = new Map<string, Buffer>();
  for (const path of listFiles(folder)) {
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    if (include(address.replace(/\.(?:br|gz)$/, ''))) files.set(address, readFileSync(path));
  }
  return files;
}

/** Serves immutable files from memory: other files are unreachable. */
export class StaticFolder {
  readonly #files = new Map<string, StaticFile>();

  constructor(files: FileBytes) {
    for (const [address, plain] of files) {
      const compressed = ENCODINGS.some(([, ending]) => address.endsWith(ending));
      const type = TYPES[extname(address)];
      if (compressed || !type) continue;
      const encoded: StaticFile['encoded'] = new Map();
      for (const [encoding, ending] of ENCODINGS) {
        const bytes = files.get(address + ending);
        if (bytes) encoded.set(encoding, bytes);
      }
      const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
      const etag = encoded.size > 0 ? `W/"${hash}"` : `"${hash}"`;
      this.#files.set(address, { type, etag, plain, encoded });
    }
  }

  has(address: string): boolean {
    return this.#files.has(address);
  }

  read(address: string): Uint8Array | undefined {
    return this.#files.get(address)?.plain;
  }

  /** Sends a file; false without an answer if there is none. */
  answer(request: RequestContext, address: string, cacheControl: string): boolean {
    const file = this.#files.get(address);
    if (!file) return false;
    request.route = 'page';
    request.file = address;
    const { ifNoneMatch, acceptEncoding } = request.common;
    const headers: Record<string, string> = {
      'Cache-Control': cacheControl,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    };
    if (isCurrent(ifNoneMatch, file.etag)) {
      request.send(304, headers);
      return true;
    }
    headers['Content-Type'] = file.type;
    for (const [encoding] of ENCODINGS) {
      const bytes = file.encoded.get(encoding);
      if (!bytes || !accepts(acceptEncoding, encoding)) continue;
      headers['Content-Encoding'] = encoding;
      request.send(200, headers, bytes);
      return true;
    }
    request.send(200, headers, file.plain);
    return true;
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
