import { randomBytes } from 'node:crypto';
import type { Database } from './database/database.ts';

/**
 * What this installation signs its marks with: made once, the same in all processes, still there after a restart.
 * Whoever reads it in a dump can make marks, and none of them opens anything.
 */
export async function installationSecret(database: Database): Promise<Buffer> {
  const secret = await database.transaction(async (transaction) => {
    await transaction.change(
      `INSERT INTO installation (key, value) VALUES ('secret', $1) ON CONFLICT (key) DO NOTHING`,
      [randomBytes(32).toString('base64url')],
    );
    return transaction.first<{ value: string }>(`SELECT value FROM installation WHERE key = 'secret'`);
  });
  return Buffer.from(secret?.value ?? '', 'base64url');
}
