import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFolder, StaticFolder } from '../platform/http/static-files.ts';
import type { Logger } from '../platform/log/log.ts';
import { makeFolder } from '../platform/folders.ts';

/** An app that is so many builds old still finds the files of its screens. */
const KEPT = 3;
/** A draft that is older, in milliseconds, is left of a start that was killed. */
const DRAFT_AGE = 60 * 60_000;
/** Milliseconds between two looks for what other instances brought. */
const LOOK_EVERY = 1_000;
const BUILD = /^[0-9a-f]{16}\.json$/;
const nameOf = (build: string) => `${build}.json`;

/**
 * Keeps the files of the build that is served here beside those of the last ones, in the data folder: every instance and
 * release on it shares them. What cannot be written costs older apps their files and nobody else anything.
 *
 * @returns where the files of older apps are found; null where the web app has no mark of its build.
 */
export async function keepBuild(
  dataFolder: string,
  webFolder: string,
  log: Logger,
): Promise<KeptBuilds | null> {
  const page = await readFile(join(webFolder, 'index.html'), 'utf8');
  const build = / data-build="([0-9a-f]{16})"/.exec(page)?.[1];
  if (build === undefined) return null;
  const folder = join(dataFolder, 'builds');
  try {
    await makeFolder(folder);
    await store(webFolder, folder, build);
    await prune(folder);
  } catch (error) {
    log.warn(
      { error: (error as Error).message },
      'the files of this build are not kept: apps that are open must be loaded again after the next update',
    );
  }
  return new KeptBuilds(folder, build);
}

/** One file of all, whole or not at all, also where two instances start at once or the machine stops. */
async function store(webFolder: string, folder: string, build: string): Promise<void> {
  const own = join(folder, nameOf(build));
  const now = new Date();
  // Of a build that is there the time says that it is served again.
  const isThere = await utimes(own, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const files = readFolder(webFolder, (address) => address.startsWith('/assets/'));
  const texts = [...files].map(([address, bytes]) => [address, bytes.toString('base64')]);
  const draft = join(folder, `draft-${randomUUID()}`);
  try {
    await writeFile(draft, JSON.stringify(Object.fromEntries(texts)), { flush: true });
    await rename(draft, own);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes the builds before the last ones. */
async function prune(folder: string): Promise<void> {
  // Another instance may just have removed or renamed one.
  const timeOf = (name: string) =>
    stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, at: await timeOf(name) })),
  );
  const old = entries
    .filter(({ name }) => BUILD.test(name))
    .sort((a, b) => b.at - a.at)
    .slice(KEPT + 1);
  const left = entries.filter(({ name, at }) => name.startsWith('draft-') && Date.now() - at > DRAFT_AGE);
  for (const { name } of [...old, ...left]) await rm(join(folder, name), { force: true });
}

/** Files of other builds than the one that is served here. */
export class KeptBuilds {
  readonly #folder: string;
  readonly #own: string;
  readonly #files = new Map<string, StaticFolder>();
  #lookedAt = -Infinity;

  constructor(folder: string, own: string) {
    this.#folder = folder;
    this.#own = own;
  }

  /** The build that has the file at this address. What is not known is looked for, since an instance of another release may have brought it. */
  find(address: string): StaticFolder | undefined {
    const search = () => [...this.#files.values()].find((files) => files.has(address));
    const known = search();
    if (known || performance.now() - this.#lookedAt < LOOK_EVERY) return known;
    this.#lookedAt = performance.now();
    this.#look();
    return search();
  }

  #look(): void {
    const names = listBuilds(this.#folder).filter((name) => name !== nameOf(this.#own));
    for (const name of this.#files.keys()) if (!names.includes(name)) this.#files.delete(name);
    for (const name of names) {
      const files = this.#files.get(name) ?? readStored(join(this.#folder, name));
      if (files) this.#files.set(name, files);
    }
  }
}

function listBuilds(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => BUILD.test(name));
  } catch {
    // Nothing could be kept there.
    return [];
  }
}

/** Null where the file is broken, or was removed this very moment. */
function readStored(path: string): StaticFolder | null {
  try {
    const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    const files = Object.entries(texts).map(
      ([address, text]) => [address, Buffer.from(text, 'base64')] as const,
    );
    return new StaticFolder(new Map(files));
  } catch {
    return null;
  }
}
