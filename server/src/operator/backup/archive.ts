import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { z } from 'zod';
import type { Withdrawal } from '../../features/accounts/index.ts';
import type { DeletedContent } from '../../features/posts/index.ts';
import type { Executor } from '../../database/database.ts';
import { listTables, type Table } from '../../database/table-lines.ts';
import { isImageKey } from '../../images/image-store.ts';
import type { Ledger } from '../../user-data.ts';
import { writeWhole } from '../documents/export.ts';
import { OperatorError } from '../terminal.ts';

interface ArchiveEntry {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Visits an archive's entries in order; skips unread content.
 *
 * @throws {OperatorError} for a cut or damaged archive, or other than plain files.
 */
export async function readArchive(
  path: string,
  visit: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const extracting = extract();
  const read = pipeline(createReadStream(path), createGunzip(), extracting);
  read.catch(() => {});
  try {
    for await (const entry of extracting) {
      const { name, type } = entry.header;
      if (type !== 'file')
        throw new OperatorError(`${path}: ${name} is not a regular file; this is not a backup`);
      await visit({ name, bytes: entry as AsyncIterable<Uint8Array> });
      entry.resume();
    }
    await read;
  } catch (error) {
    throw isDamage(error) ? new OperatorError(`${path}: damaged, truncated or not a backup`) : error;
  }
}

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return (await readBytes(bytes)).toString('utf8');
}

async function readBytes(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Splits at line feeds only: other line breaks belong to texts. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8');
}

/** True for unpacking errors, not for the disk's or ours. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('Z_') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /invalid tar header|unexpected end|stream was destroyed|premature(ly)? close|closed prematurely/i.test(
      error.message,
    )
  );
}

interface Sum {
  /** Number of line ends, which are rows of a table. */
  lines: number;
  bytes: number;
  sha256: string;
}

/**
 * Compares every entry with the manifest; writes nothing.
 *
 * @throws {OperatorError} if an entry is missing, altered or unlisted.
 */
export async function checkArchive(path: string): Promise<Manifest> {
  const sums = new Map<string, Sum>();
  let text: string | undefined;
  await readArchive(path, async ({ name, bytes }) => {
    if (text !== undefined || sums.has(name) || !isEntryName(name))
      throw new OperatorError(
        `${path}: contains the unknown file ${JSON.stringify(name)}; this is not a backup of Madang`,
      );
    if (name === MANIFEST_NAME) text = await readText(bytes);
    else sums.set(name, await sumUp(bytes));
  });
  if (text === undefined)
    throw new OperatorError(`${path}: has no manifest; it is truncated or not a backup`);
  const manifest = parseManifest(text);
  if (!manifest) throw new OperatorError(`${path}: its manifest cannot be read by this version`);

  const mustFit = (name: string, fits: (sum: Sum) => boolean) => {
    const sum = sums.get(name);
    if (!sum || !fits(sum)) throw new OperatorError(`${path}: ${name} differs from the manifest`);
    sums.delete(name);
  };
  for (const { name, rows, sha256 } of manifest.tables)
    mustFit(tableEntryName(name), (sum) => sum.lines === rows && sum.sha256 === sha256);
  for (const { key, bytes, sha256 } of manifest.images)
    mustFit(imageEntryName(key), (sum) => sum.bytes === bytes && sum.sha256 === sha256);
  const [extra] = sums.keys();
  if (extra !== undefined) throw new OperatorError(`${path}: ${extra} is not in the manifest`);
  return manifest;
}

/** Visits the images of an archive that {@link checkArchive} accepted. */
export async function readImages(
  path: string,
  visit: (key: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  await readArchive(path, async ({ name, bytes }) => {
    if (name.startsWith('images/')) await visit(name.slice('images/'.length), await readBytes(bytes));
  });
}

function isEntryName(name: string): boolean {
  if (name === MANIFEST_NAME || /^tables\/[a-z_]+\.jsonl$/.test(name)) return true;
  return name.startsWith('images/') && isImageKey(name.slice('images/'.length));
}

async function sumUp(body: AsyncIterable<Uint8Array>): Promise<Sum> {
  const hash = createHash('sha256');
  let [lines, bytes] = [0, 0];
  for await (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, end + 1)) lines += 1;
  }
  return { lines, bytes, sha256: hash.digest('hex') };
}

/** Tables excluded from backups, with reasons. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  migrations: 'the restoring program has its own; the manifest names the last one',
  sessions: 'a secret: after a restore everybody signs in again',
  tokens: 'mailed links: users request a new one, and no used link works again',
  outbox: 'mails sent since then must not be sent twice',
  push_devices: 'subscriptions of sessions, which end with them',
  pushes: 'pushes of that day must not be sent again',
  push_deliveries: 'pushes being sent',
  push_sender: 'which process sends',
  mailed_codes: 'codes of ten minutes beside mailed links',
  search_misses: "today's searches, by pseudonym: deleted at the end of the day",
  search_day_keys: 'the key of the pseudonyms',
  place_voices: 'crowd reports, by pseudonym: deleted after 45 minutes',
  voice_counts: 'number of crowd reports of each student today, by pseudonym',
  voice_day_keys: 'the key of these pseudonyms',
  places_now: 'suggested places: computed again within five minutes',
  voice_tallies: "today's crowd reports: added to the history at the end of the day",
};

/** Returns the tables of a backup, each after those it references. */
export async function listBackedUp(executor: Executor): Promise<Table[]> {
  const tables = await listTables(executor);
  return tables.filter(({ name }) => !(name in LEFT_OUT));
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** Manifest, the archive's last entry, since it contains counts. */
const manifestSchema = z.strictObject({
  format: z.literal('madang-backup'),
  version: z.literal(1),
  migration: count,
  engine: z.enum(['embedded', 'postgres']),
  createdAt: z.iso.datetime(),
  /** Rows as JSON lines; the checksum includes line ends. */
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1), rows: count, sha256 }),
  ),
  images: z.array(z.strictObject({ key: z.string(), bytes: count, sha256 })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableEntry = Manifest['tables'][number];
export type ImageEntry = Manifest['images'][number];

export const MANIFEST_NAME = 'manifest.json';

/** Returns the archive path of a table. */
export function tableEntryName(table: string): string {
  return `tables/${table}.jsonl`;
}

/** Returns the archive path of an image. */
export function imageEntryName(key: string): string {
  return `images/${key}`;
}

/** Parses the manifest; null if this version cannot read it. */
function parseManifest(text: string): Manifest | null {
  try {
    const result = manifestSchema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

const time = z.iso.datetime();
const times = { hiddenAt: time.optional(), deletedAt: time.optional(), purgedAt: time.optional() };
/** Ledgers of earlier versions only have the first kind of line. */
const lineSchema = z.union([
  z.strictObject({ userId: z.guid(), withdrawnAt: time }),
  z.strictObject({ postId: z.guid(), ...times }),
  z.strictObject({ replyId: z.guid(), ...times }),
]);
type Line = z.infer<typeof lineSchema>;

/** Writes the ledger as JSON lines, private; replaces an existing file. */
export async function writeLedger(file: string, ledger: Ledger): Promise<void> {
  const lines: Line[] = [
    ...ledger.withdrawals,
    ...ledger.posts.map(({ id, ...gone }) => ({ postId: id, ...timesOf(gone) })),
    ...ledger.replies.map(({ id, ...gone }) => ({ replyId: id, ...timesOf(gone) })),
  ];
  await writeWhole(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/**
 * Reads an exported ledger.
 *
 * @throws {OperatorError} naming the first invalid line.
 */
export async function readLedger(file: string): Promise<Ledger> {
  const [withdrawals, posts, replies]: [Withdrawal[], DeletedContent[], DeletedContent[]] = [[], [], []];
  let number = 0;
  for await (const text of readLines(createReadStream(file))) {
    number += 1;
    const line = parseLine(text);
    if (!line) throw new OperatorError(`${file}: line ${number} is not a ledger entry; nothing was changed`);
    if ('userId' in line) withdrawals.push(line);
    else if ('postId' in line) posts.push(toGone(line.postId, line));
    else replies.push(toGone(line.replyId, line));
  }
  return { withdrawals, posts, replies };
}

type Times = Pick<z.infer<z.ZodObject<typeof times>>, keyof typeof times>;

const timesOf = ({ hiddenAt, deletedAt, purgedAt }: Omit<DeletedContent, 'id'>) => ({
  ...(hiddenAt === null ? {} : { hiddenAt }),
  ...(deletedAt === null ? {} : { deletedAt }),
  ...(purgedAt === null ? {} : { purgedAt }),
});

const toGone = (id: string, { hiddenAt, deletedAt, purgedAt }: Times): DeletedContent => ({
  id,
  hiddenAt: hiddenAt ?? null,
  deletedAt: deletedAt ?? null,
  purgedAt: purgedAt ?? null,
});

function parseLine(line: string): Line | null {
  try {
    const result = lineSchema.safeParse(JSON.parse(line));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
