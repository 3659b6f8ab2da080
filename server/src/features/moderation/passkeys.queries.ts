import type { Executor, Transaction } from '../../platform/database/database.ts';

export interface PasskeyRow {
  user_id: string;
  credential_id: string;
  public_key: Uint8Array;
  counter: number;
}

/** For how long what is to be signed may be signed. */
const CHALLENGE_MINUTES = 5;
/** For how long a passkey that was used in a session opens its role: as long as the password does. */
const USED_MINUTES = 15;

/** The passkey of a user; undefined where there is none. */
export function findPasskey(executor: Executor, userId: string): Promise<PasskeyRow | undefined> {
  return executor.first<PasskeyRow>(
    'SELECT user_id, credential_id, public_key, counter::float8 AS counter FROM passkeys WHERE user_id = $1',
    [userId],
  );
}

/** Stores a user's passkey in the place of the one before. */
export async function putPasskey(transaction: Transaction, passkey: PasskeyRow): Promise<void> {
  await transaction.change(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE
        SET credential_id = EXCLUDED.credential_id, public_key = EXCLUDED.public_key, counter = EXCLUDED.counter,
            created_at = now()`,
    [passkey.user_id, passkey.credential_id, Buffer.from(passkey.public_key), passkey.counter],
  );
}

/** Notes how often a passkey was used. */
export async function setCounter(transaction: Transaction, userId: string, counter: number): Promise<void> {
  await transaction.change('UPDATE passkeys SET counter = $2 WHERE user_id = $1', [userId, counter]);
}

/** Removes a user's passkey; false where there is none. */
export async function deletePasskey(transaction: Transaction, userId: string): Promise<boolean> {
  return (await transaction.change('DELETE FROM passkeys WHERE user_id = $1', [userId])) === 1;
}

/** Forgets that a passkey was used in the user's sessions. */
export async function endPasskeyUse(transaction: Transaction, userId: string): Promise<void> {
  await transaction.change('UPDATE sessions SET passkey_at = NULL, challenge = NULL WHERE user_id = $1', [
    userId,
  ]);
}

/** Sets what a passkey has to sign in this session, in the place of what was set before. */
export async function setChallenge(executor: Executor, sessionId: string, challenge: string): Promise<void> {
  await executor.change('UPDATE sessions SET challenge = $2, challenge_at = now() WHERE id = $1', [
    sessionId,
    challenge,
  ]);
}

/** Takes what has to be signed: it is good once, and for some minutes. */
export async function takeChallenge(transaction: Transaction, sessionId: string): Promise<string | null> {
  const row = await transaction.first<{ challenge: string | null }>(
    `SELECT challenge FROM sessions
      WHERE id = $1 AND challenge_at > now() - interval '${CHALLENGE_MINUTES} minutes' FOR UPDATE`,
    [sessionId],
  );
  await transaction.change('UPDATE sessions SET challenge = NULL WHERE id = $1', [sessionId]);
  return row?.challenge ?? null;
}

/** Notes that a passkey was used in this session. */
export async function markPasskeyUsed(transaction: Transaction, sessionId: string): Promise<void> {
  await transaction.change('UPDATE sessions SET passkey_at = now() WHERE id = $1', [sessionId]);
}

/** Whether a passkey was used in this session lately. */
export async function isPasskeyUsed(executor: Executor, sessionId: string): Promise<boolean> {
  const row = await executor.first(
    `SELECT id FROM sessions WHERE id = $1 AND passkey_at > now() - interval '${USED_MINUTES} minutes'`,
    [sessionId],
  );
  return row !== undefined;
}
