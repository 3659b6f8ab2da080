import { z } from 'zod';
import { listTables, type Table } from '../../platform/database/catalogue.ts';
import type { Executor } from '../../platform/database/database.ts';

/**
 * Tables that no backup holds, each with its reason. Every other table of the catalogue is in it, so a table
 * that a migration adds cannot be forgotten.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  migrations: 'the program that restores has its own; the manifest says which one was the last',
  sessions: 'a live secret: after a restore everybody signs in again',
  tokens: 'mailed links: a new one is asked for, and none that was used works again',
  outbox: 'mails that have gone out since must not go out twice',
  push_devices: 'subscriptions of sessions, which end with them',
  pushes: 'what was to be pushed on that day: nobody is told of it again',
  push_deliveries: 'pushes on their way',
  push_sender: 'which process sends',
  mailed_codes: 'codes of ten minutes beside mailed links',
  search_misses: 'what was asked today, by pseudonym: it must not outlive the day',
  search_day_keys: 'the key of the pseudonyms',
  place_voices: 'what students say of places, by pseudonym: it is over after 45 minutes',
  voice_counts: 'how many voices students gave today, by pseudonym',
  voice_day_keys: 'the key of these pseudonyms',
  places_now: 'where to go now: it is found again within five minutes',
  voice_tallies: 'the voices of today: they join the history when the day is over',
};

/** The tables of a backup, each after those that it refers to. */
export async function listBackedUp(executor: Executor): Promise<Table[]> {
  const tables = await listTables(executor);
  return tables.filter(({ name }) => !(name in LEFT_OUT));
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** What an archive says about itself; its last entry, since only then everything has been counted. */
const manifestSchema = z.strictObject({
  format: z.literal('madang-backup'),
  version: z.literal(1),
  /** The number of the last migration of the database. */
  migration: count,
  engine: z.enum(['embedded', 'postgres']),
  createdAt: z.iso.datetime(),
  /** Rows as JSON lines; the checksum is that of the lines, each with its line end. */
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1), rows: count, sha256 }),
  ),
  images: z.array(z.strictObject({ key: z.string(), bytes: count, sha256 })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableEntry = Manifest['tables'][number];
export type ImageEntry = Manifest['images'][number];

export const MANIFEST_NAME = 'manifest.json';

/** Where the rows of a table stand in the archive. */
export function tableEntryName(table: string): string {
  return `tables/${table}.jsonl`;
}

/** Where an image stands in the archive. */
export function imageEntryName(key: string): string {
  return `images/${key}`;
}

/** The manifest of this text, or null when it is none that this version can read. */
export function parseManifest(text: string): Manifest | null {
  try {
    const result = manifestSchema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
