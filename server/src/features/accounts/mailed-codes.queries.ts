import { MAILED_CODE_MINUTES, MAILED_CODE_TRIES } from '@madang/contract/accounts/rules';
import type { Executor } from '../../platform/database/database.ts';
import type { Session } from '../../platform/sessions/sessions.ts';

/** What a browser that asked for a mail holds, as it is stored: nobody else can try the code, or use its tries up. */
export async function findHolder(executor: Executor, { id }: Session): Promise<Buffer | undefined> {
  const row = await executor.first<{ token_hash: Buffer }>('SELECT token_hash FROM sessions WHERE id = $1', [
    id,
  ]);
  return row?.token_hash;
}

/** Lets a browser try the code of a mail from now on; what it asked for before is over. `null`: no mail goes out. */
export async function insertCode(executor: Executor, holder: Buffer, tokenId: string | null): Promise<void> {
  await executor.change(
    `INSERT INTO mailed_codes (holder_hash, token_id, expires_at)
     VALUES ($1, $2, now() + interval '${MAILED_CODE_MINUTES} minutes')
     ON CONFLICT (holder_hash) DO UPDATE
        SET token_id = excluded.token_id, hash = NULL, tries = 0, expires_at = excluded.expires_at`,
    [holder, tokenId],
  );
}

/** Writes the code's hash; false where the mail has none any more, so that it carries its link alone. */
export async function setCodeHash(executor: Executor, tokenId: string, hash: Buffer): Promise<boolean> {
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
  /** The hash of the link that the code stands for. */
  link_hash: Buffer | null;
}

/** Counts a try before it is judged: the row's lock lets of two at once each count. Undefined when none is left. */
export function takeTry(executor: Executor, holder: Buffer): Promise<CodeRow | undefined> {
  return executor.first<CodeRow>(
    `UPDATE mailed_codes SET tries = tries + 1
      WHERE holder_hash = $1 AND tries < ${MAILED_CODE_TRIES} AND expires_at > now()
      RETURNING token_id, hash, tries, (SELECT tokens.hash FROM tokens WHERE id = token_id) AS link_hash`,
    [holder],
  );
}

/** Deletes codes that are over; any process may do it. */
export async function sweepCodes(executor: Executor): Promise<void> {
  await executor.change('DELETE FROM mailed_codes WHERE expires_at < now()');
}
