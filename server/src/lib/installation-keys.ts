import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Executor } from '../database/database.ts';
import { makeFolder } from './folders.ts';

/** Purposes of codes, each with its own derived key. */
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

export interface InstallationKey {
  /** An ISO date and time. */
  madeAt: string;
  /** 32 bytes in base64url. */
  key: string;
  /** True for the database's former secret, used without derivation. */
  plain?: boolean;
}

export class InstallationKeysError extends Error {}

/** Milliseconds that a replaced key remains valid, for running servers. */
const RETIRING = 24 * 3_600_000;
/** Minimum bytes of a compared code: 128 bits. */
const CODE_BYTES_MIN = 16;

/** Returns a new key without storing it. */
export function makeKey(): InstallationKey {
  return { madeAt: new Date().toISOString(), key: randomBytes(32).toString('base64url') };
}

/** Keys of this installation, newest first: it makes codes, older ones verify. */
export class InstallationKeys {
  readonly #keys: readonly InstallationKey[];
  readonly #derived = new Map<Purpose, Buffer[]>();

  constructor(keys: readonly InstallationKey[] = [makeKey()]) {
    this.#keys = keys;
  }

  mac(purpose: Purpose, text: string | Uint8Array): Buffer {
    const [newest = Buffer.alloc(0)] = this.#derive(purpose);
    return createHmac('sha256', newest).update(text).digest();
  }

  /** Returns a text's codes, by the newest key first. */
  macs(purpose: Purpose, text: string | Uint8Array): Buffer[] {
    return this.#derive(purpose).map((key) => createHmac('sha256', key).update(text).digest());
  }

  /**
   * Whether a code, or its beginning, was made here for the text.
   *
   * @param madeAt its claimed time in milliseconds: keys replaced before are rejected.
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

  /** Returns when a key expires, in milliseconds; Infinity for the newest. */
  #endOf(index: number): number {
    const next = this.#keys.slice(0, index).findLast(({ plain }) => !plain);
    return next ? Date.parse(next.madeAt) + RETIRING : Infinity;
  }
}

function derive({ key, plain }: InstallationKey, purpose: string): Buffer {
  const bytes = Buffer.from(key, 'base64url');
  return plain ? bytes : Buffer.from(hkdfSync('sha256', bytes, '', `madang ${purpose}`, 32));
}

/** Returns a key's name in the database, which does not reveal it. */
const nameOf = (key: InstallationKey) => `key ${derive(key, 'name').toString('hex').slice(0, 16)}`;

/** Merges keys without duplicates, newest first. */
export function joinKeys(...lists: readonly (readonly InstallationKey[])[]): InstallationKey[] {
  const keys = new Map(lists.flat().map((key) => [key.key, key]));
  const order = ({ madeAt, plain }: InstallationKey) => `${plain ? 0 : 1} ${madeAt}`;
  return [...keys.values()].toSorted((one, other) => (order(one) < order(other) ? 1 : -1));
}

/**
 * Reads the keys; null if the file is missing.
 *
 * @throws {InstallationKeysError} for other content.
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
 * Replaces the file atomically, readable by its owner only.
 *
 * @throws {InstallationKeysError} if it cannot be written.
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

/** Records in the database the names of its keys. */
export async function noteKeys(executor: Executor, keys: readonly InstallationKey[]): Promise<void> {
  for (const key of keys.filter(({ plain }) => !plain))
    await executor.change('INSERT INTO installation (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      nameOf(key),
      key.madeAt,
    ]);
}

/** Returns the number of keys the database used that are missing. */
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

/** Returns the secret that older versions stored in the database. */
export async function readFormerSecret(executor: Executor): Promise<InstallationKey[]> {
  const rows = await executor.rows<{ value: string }>(`SELECT value FROM installation WHERE key = 'secret'`);
  return rows.map(({ value }) => ({ madeAt: new Date(0).toISOString(), key: value, plain: true }));
}

/** Deletes the former secret a day after its move to the file: the previous version's servers need it. */
export async function deleteFormerSecret(executor: Executor): Promise<void> {
  await executor.change(
    `DELETE FROM installation
      WHERE key = 'secret' AND EXISTS (SELECT FROM installation
                                        WHERE key LIKE 'key %' AND value < $1)`,
    [new Date(Date.now() - RETIRING).toISOString()],
  );
}
