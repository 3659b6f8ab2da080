import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFolder, StaticFolder } from '../http/static-files.ts';
import type { Logger } from '../log/log.ts';
import { makeFolder } from '../lib/folders.ts';

/** Number of builds whose files stay available to older apps. */
const KEPT = 3;
/** Age in milliseconds of a draft that a killed start left. */
const DRAFT_AGE = 60 * 60_000;
/** Milliseconds between checks for builds of other instances. */
const LOOK_EVERY = 1_000;
const BUILD = /^[0-9a-f]{16}\.json$/;
const nameOf = (build: string) => `${build}.json`;

/**
 * Stores the served build next to recent ones, for all instances. Failure only costs older apps their files.
 *
 * @returns the files of older builds; null without a build id.
 */
export async function keepBuild(
  dataFolder: string,
  webFolder: string,
  log: Logger,
): Promise<PreviousBuilds | null> {
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
  return new PreviousBuilds(folder, build);
}

/** Writes all files atomically, despite parallel starts or a crash. */
async function store(webFolder: string, folder: string, build: string): Promise<void> {
  const own = join(folder, nameOf(build));
  const now = new Date();
  // Updating the time marks the build as served again.
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

async function prune(folder: string): Promise<void> {
  // Another instance may have removed or renamed it.
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

/** Files of builds other than the served one. */
export class PreviousBuilds {
  readonly #folder: string;
  readonly #own: string;
  readonly #files = new Map<string, StaticFolder>();
  #lookedAt = -Infinity;

  constructor(folder: string, own: string) {
    this.#folder = folder;
    this.#own = own;
  }

  /** Returns the file's build; for unknown addresses checks other instances' builds. */
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
    // No builds could be stored.
    return [];
  }
}

/** Returns null if the file is broken or was just removed. */
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
