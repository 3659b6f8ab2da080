import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Executor } from './database/database.ts';
import { makeFolder } from './folders.ts';

/** A code is made for one purpose, with a key that is derived for it: none counts for another. */
export type Purpose =
  | 'address'
  | 'client'
  | 'device'
  | 'freshMark'
  | 'mailedCode'
  | 'officeLink'
  | 'pushTopic'
  | 'source'
  | 'tag';

/** A key of the file. */
export interface InstallationKey {
  /** An ISO date and time. */
  madeAt: string;
  /** 32 bytes in base64url. */
  key: string;
  /** True for the secret that was in the database before the key file: it is used without derivation. */
  plain?: boolean;
}

/** Error of a missing or invalid key file. */
export class InstallationKeysError extends Error {}

/** How long a replaced key remains valid, in milliseconds: running servers use it until restarted. */
const RETIRING = 24 * 3_600_000;
/** The shortest code that is compared: 128 bits. */
const CODE_BYTES_MIN = 16;

/** Returns a new key without storing it. */
export function makeKey(): InstallationKey {
  return { madeAt: new Date().toISOString(), key: randomBytes(32).toString('base64url') };
}

/** The keys of this installation, the newest first: it makes codes, and the older ones still recognise theirs. */
export class InstallationKeys {
  readonly #keys: readonly InstallationKey[];
  readonly #derived = new Map<Purpose, Buffer[]>();

  constructor(keys: readonly InstallationKey[] = [makeKey()]) {
    this.#keys = keys;
  }

  /** Returns the code (HMAC-SHA-256) of a text for a purpose. */
  mac(purpose: Purpose, text: string | Uint8Array): Buffer {
    const [newest = Buffer.alloc(0)] = this.#derive(purpose);
    return createHmac('sha256', newest).update(text).digest();
  }

  /** Returns the codes that a text has or had, by the newest key first. */
  macs(purpose: Purpose, text: string | Uint8Array): Buffer[] {
    return this.#derive(purpose).map((key) => createHmac('sha256', key).update(text).digest());
  }

  /**
   * Whether a code, or its beginning, was made here for the text.
   *
   * @param madeAt when it says that it was made, in milliseconds: a key that was replaced before that is not believed.
   */
  proves(purpose: Purpose, text: string | Uint8Array, code: Uint8Array, madeAt = 0): boolean {
    if (code.length < CODE_BYTES_MIN) return false;
    return this.macs(purpose, text).some((mac, index) => {
      const begin = mac.subarray(0, code.length);
      return begin.length === code.length && timingSafeEqual(begin, code) && madeAt < this.#endOf(index);
    });
  }

  #derive(purpose: Purpose): Buffer[] {
    const derived = this.#derived.get(purpose) ?? this.#keys.map((key) => derive(key, purpose));
    this.#derived.set(purpose, derived);
    return derived;
  }

  /** When a key stopped making codes, in milliseconds. */
  #endOf(index: number): number {
    const next = this.#keys.slice(0, index).findLast(({ plain }) => !plain);
    return next ? Date.parse(next.madeAt) + RETIRING : Infinity;
  }
}

function derive({ key, plain }: InstallationKey, purpose: string): Buffer {
  const bytes = Buffer.from(key, 'base64url');
  return plain ? bytes : Buffer.from(hkdfSync('sha256', bytes, '', `madang ${purpose}`, 32));
}

/** The name of a key in the database, which opens nothing. */
const nameOf = (key: InstallationKey) => `key ${derive(key, 'name').toString('hex').slice(0, 16)}`;

/** Puts keys together, each once, the newest first. */
export function joinKeys(...lists: readonly (readonly InstallationKey[])[]): InstallationKey[] {
  const keys = new Map(lists.flat().map((key) => [key.key, key]));
  const order = ({ madeAt, plain }: InstallationKey) => `${plain ? 0 : 1} ${madeAt}`;
  return [...keys.values()].toSorted((one, other) => (order(one) < order(other) ? 1 : -1));
}

/**
 * Reads the keys; null where the file is not there.
 *
 * @throws {InstallationKeysError} where it holds something else.
 */
export async function readKeysFile(path: string): Promise<InstallationKey[] | null> {
  try {
    const { keys } = JSON.parse(await readFile(path, 'utf8')) as { keys: InstallationKey[] };
    const isKey = ({ key, madeAt }: InstallationKey) =>
      Buffer.from(key, 'base64url').length === 32 && !Number.isNaN(Date.parse(madeAt));
    if (!keys.some(({ plain }) => !plain) || !keys.every(isKey)) throw new Error('no keys');
    return keys;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new InstallationKeysError(
      code ? `${path} cannot be read (${code})` : `${path} holds no keys as the server makes them`,
    );
  }
}

/**
 * Replaces the file, for its owner alone; anyone who reads it meanwhile reads the old one or the new one.
 *
 * @throws {InstallationKeysError} where it cannot be written.
 */
export async function writeKeysFile(path: string, keys: readonly InstallationKey[]): Promise<void> {
  try {
    await makeFolder(dirname(path));
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ keys }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
  } catch (error) {
    throw new InstallationKeysError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Notes in the database which keys it is used with, by their names. */
export async function noteKeys(executor: Executor, keys: readonly InstallationKey[]): Promise<void> {
  for (const key of keys.filter(({ plain }) => !plain))
    await executor.change('INSERT INTO installation (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      nameOf(key),
      key.madeAt,
    ]);
}

/** How many keys the database was used with that are not there. */
export async function countMissingKeys(
  executor: Executor,
  keys: readonly InstallationKey[],
): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT count(*)::int AS count FROM installation WHERE key LIKE 'key %' AND key <> ALL ($1::text[])`,
    [keys.map(nameOf)],
  );
  return row?.count ?? 0;
}

/** The secret that lay in the database before there was a file. */
export async function readFormerSecret(executor: Executor): Promise<InstallationKey[]> {
  const rows = await executor.rows<{ value: string }>(`SELECT value FROM installation WHERE key = 'secret'`);
  return rows.map(({ value }) => ({ madeAt: new Date(0).toISOString(), key: value, plain: true }));
}

/** Deletes that secret a day after it was moved to the file: servers of the version before need it until they are replaced. */
export async function deleteFormerSecret(executor: Executor): Promise<void> {
  await executor.change(
    `DELETE FROM installation
      WHERE key = 'secret' AND EXISTS (SELECT FROM installation
                                        WHERE key LIKE 'key %' AND value < $1)`,
    [new Date(Date.now() - RETIRING).toISOString()],
  );
}
