import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from './database/database.ts';

/**
 * What this installation signs its marks with: made once, the same in all processes, still there after a restart.
 * Anyone who reads it in a dump can make marks, and none of them opens anything.
 */
export async function installationSecret(database: Database): Promise<Buffer> {
  return database.transaction(readSecret);
}

/** The same within a transaction. */
export async function readSecret(transaction: Transaction): Promise<Buffer> {
  await transaction.change(
    `INSERT INTO installation (key, value) VALUES ('secret', $1) ON CONFLICT (key) DO NOTHING`,
    [randomBytes(32).toString('base64url')],
  );
  const secret = await transaction.first<{ value: string }>(
    `SELECT value FROM installation WHERE key = 'secret'`,
  );
  return Buffer.from(secret?.value ?? '', 'base64url');
}
