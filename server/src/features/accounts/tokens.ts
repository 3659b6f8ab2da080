import { randomInt } from 'node:crypto';
import { MAILED_CODE_DIGITS, MAILED_CODE_MINUTES, MAILED_CODE_TRIES } from '@madang/contract/accounts/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../database/database.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import type { Session } from '../../sessions/sessions.ts';

export type TokenPurpose = 'verification' | 'reset' | 'undo';

const LIFE: Record<TokenPurpose, string> = { verification: '24 hours', reset: '1 hour', undo: '7 days' };

export interface TokenRow {
  id: string;
  account_id: string;
  email: string;
  /** Verification time of an undo's address. */
  verified_at: Date | null;
}

/** Inserts a link without its secret; returns the id. */
export async function insertToken(
  executor: Executor,
  accountId: string,
  purpose: TokenPurpose,
  email: string,
): Promise<string> {
  const id = uuidv7();
  await executor.change(
    `INSERT INTO tokens (id, account_id, purpose, email, expires_at)
     VALUES ($1, $2, $3, $4, now() + $5::interval)`,
    [id, accountId, purpose, email, LIFE[purpose]],
  );
  return id;
}

/**
 * Inserts an undo link for the present address, under the account's lock; returns its id.
 * Uses the wall clock, since transaction time would not order changes.
 */
export async function insertUndo(executor: Executor, accountId: string): Promise<string> {
  const id = uuidv7();
  await executor.change(
    `INSERT INTO tokens (id, account_id, purpose, email, verified_at, last_verified_email, expires_at, created_at)
     SELECT $1, id, 'undo', email, email_verified_at,
            CASE WHEN email_verified_at IS NULL THEN last_verified_email ELSE email END,
            now() + $3::interval, clock_timestamp()
       FROM accounts WHERE id = $2`,
    [id, accountId, LIFE.undo],
  );
  return id;
}

/** Stores the secret's hash; false (no mail) if the link is unusable. */
export async function setTokenHash(executor: Executor, id: string, hash: Buffer): Promise<boolean> {
  const changed = await executor.change(
    'UPDATE tokens SET hash = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > now()',
    [id, hash],
  );
  return changed === 1;
}

/** Returns a link's account id, even if used or expired. */
export async function findTokenOwner(executor: Executor, hash: Buffer): Promise<string | undefined> {
  const row = await executor.first<{ account_id: string }>('SELECT account_id FROM tokens WHERE hash = $1', [
    hash,
  ]);
  return row?.account_id;
}

/** Whether a link is usable; does not spend it. */
export async function isTokenUsable(
  executor: Executor,
  purpose: TokenPurpose,
  hash: Buffer,
): Promise<boolean> {
  const row = await executor.first(
    'SELECT 1 FROM tokens WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()',
    [hash, purpose],
  );
  return row !== undefined;
}

/** Spends a link. Only one of parallel calls succeeds [SF-08]. */
export function spendToken(
  executor: Executor,
  purpose: TokenPurpose,
  hash: Buffer,
): Promise<TokenRow | undefined> {
  return executor.first<TokenRow>(
    `UPDATE tokens SET used_at = now()
      WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
      RETURNING id, account_id, email, verified_at`,
    [hash, purpose],
  );
}

/** Ends an account's unused links. */
export async function endTokens(
  executor: Executor,
  accountId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await executor.change(
    'UPDATE tokens SET used_at = now() WHERE account_id = $1 AND purpose = ANY ($2) AND used_at IS NULL',
    [accountId, purposes],
  );
}

/** Ends undo links of later e-mail changes. */
export async function endLaterUndos(executor: Executor, undo: TokenRow): Promise<void> {
  await executor.change(
    `UPDATE tokens SET used_at = now()
      WHERE account_id = $1 AND purpose = 'undo' AND used_at IS NULL
        AND created_at > (SELECT created_at FROM tokens WHERE id = $2)`,
    [undo.account_id, undo.id],
  );
}

/** Deletes expired links and codes. Safe from any process. */
export async function sweepTokens(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM tokens WHERE expires_at < now() - interval '7 days'`);
  await executor.change('DELETE FROM mailed_codes WHERE expires_at < now()');
}

// Short codes can be guessed. They require the requesting browser's secret,
// which no table contains, and their hashes are keyed.

/** Generates a mail's code on sending; null if it has only a link. */
export async function makeCode(
  transaction: Transaction,
  keys: InstallationKeys,
  tokenId: string,
): Promise<string | null> {
  const code = String(randomInt(10 ** MAILED_CODE_DIGITS)).padStart(MAILED_CODE_DIGITS, '0');
  return (await setCodeHash(transaction, tokenId, keys.mac('mailedCode', codeText(tokenId, code))))
    ? code
    : null;
}

/** Returns the input of a code's stored hash. */
export const codeText = (tokenId: string, code: string) => `mailed code ${tokenId} ${code}`;

/** Returns the browser's hashed secret; only it can try the code. */
export async function findHolder(executor: Executor, { id }: Session): Promise<Buffer | undefined> {
  const row = await executor.first<{ token_hash: Buffer }>('SELECT token_hash FROM sessions WHERE id = $1', [
    id,
  ]);
  return row?.token_hash;
}

/** Replaces a browser's code and tries. `null`: no mail is sent. */
export async function insertCode(executor: Executor, holder: Buffer, tokenId: string | null): Promise<void> {
  await executor.change(
    `INSERT INTO mailed_codes (holder_hash, token_id, expires_at)
     VALUES ($1, $2, now() + interval '${MAILED_CODE_MINUTES} minutes')
     ON CONFLICT (holder_hash) DO UPDATE
        SET token_id = excluded.token_id, hash = NULL, tries = 0, expires_at = excluded.expires_at`,
    [holder, tokenId],
  );
}

/** Stores the code's hash; false if expired or replaced. */
async function setCodeHash(executor: Executor, tokenId: string, hash: Buffer): Promise<boolean> {
  const changed = await executor.change(
    'UPDATE mailed_codes SET hash = $2 WHERE token_id = $1 AND expires_at > now()',
    [tokenId, hash],
  );
  return changed === 1;
}

interface CodeRow {
  token_id: string | null;
  hash: Buffer | null;
  tries: number;
  link_hash: Buffer | null;
}

/** Counts a try, even of parallel requests. Undefined if none is left. */
export function takeTry(executor: Executor, holder: Buffer): Promise<CodeRow | undefined> {
  return executor.first<CodeRow>(
    `UPDATE mailed_codes SET tries = tries + 1
      WHERE holder_hash = $1 AND tries < ${MAILED_CODE_TRIES} AND expires_at > now()
      RETURNING token_id, hash, tries, (SELECT tokens.hash FROM tokens WHERE id = token_id) AS link_hash`,
    [holder],
  );
}
