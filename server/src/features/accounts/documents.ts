import type { Executor } from '../../database/database.ts';

export interface ExportedUser {
  id: string;
  document_id: string;
  email: string;
  name: string;
  nickname: string;
  university: boolean;
  writing_right: boolean;
  points: number;
}

/** Returns the number of users. */
export async function countUsers(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>('SELECT count(*) AS count FROM users');
  return row?.count ?? 0;
}

/** Returns a page of users after the given id (nil UUID for the first). */
export function exportUsers(executor: Executor, after: string, limit: number): Promise<ExportedUser[]> {
  return executor.rows<ExportedUser>(
    `SELECT users.id, coalesce(users.source_id, users.id::text) AS document_id, accounts.email, users.name,
            users.nickname, users.university, users.writing_right, users.points
       FROM users JOIN accounts USING (id)
      WHERE users.id > $1 ORDER BY users.id LIMIT $2`,
    [after, limit],
  );
}

export interface ImportedUser {
  id: string;
  email: string;
  /** Null: the user sets one by a reset mail. */
  passwordHash: string | null;
  name: string;
  nickname: string;
  university: boolean;
  verified: boolean;
  writingRight: boolean;
  /** Text, since a Date would round microseconds. */
  createdAt: Date | string;
  rightOverride?: boolean | null;
  /** The document's own id if it differs from the row's. */
  sourceId?: string | null;
}

/** Returns the accounts that have one of these ids or normalized addresses. */
export function findTaken(
  executor: Executor,
  ids: readonly string[],
  emails: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return executor.rows(
    'SELECT id, email FROM accounts WHERE id = ANY ($1::uuid[]) OR email = ANY ($2::text[])',
    [ids, emails],
  );
}

/** Returns those ids that belong to users. */
export async function findUserIds(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await executor.rows<{ id: string }>('SELECT id FROM users WHERE id = ANY ($1::uuid[])', [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Adds users without mails, consents or limits; skips known ids and addresses. */
export async function importUsers(executor: Executor, users: readonly ImportedUser[]): Promise<void> {
  const rows = JSON.stringify(users);
  await executor.change(
    `INSERT INTO accounts (id, email, password_hash, email_verified_at, created_at)
     SELECT id, email, "passwordHash", CASE WHEN verified THEN "createdAt" END, "createdAt"
       FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, email text, "passwordHash" text, verified boolean, "createdAt" timestamptz)
     ON CONFLICT DO NOTHING`,
    [rows],
  );
  await executor.change(
    `INSERT INTO users (id, name, nickname, university, writing_right, right_override, created_at, source_id)
     SELECT row.id, name, nickname, university, "writingRight", "rightOverride", "createdAt", "sourceId"
       FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, name text, nickname text, university boolean, "writingRight" boolean,
             "rightOverride" boolean, "createdAt" timestamptz, "sourceId" text)
       JOIN accounts ON accounts.id = row.id
     ON CONFLICT DO NOTHING`,
    [rows],
  );
}

/** Records every user's consent to these texts, for generated data. */
export async function importConsents(
  executor: Executor,
  texts: { terms: { version: string }; privacy: { version: string } },
): Promise<void> {
  await executor.change(
    `INSERT INTO consents (id, user_id, document, version)
     SELECT gen_random_uuid(), users.id, text.document, text.version
       FROM users, (VALUES ('terms', $1), ('privacy', $2)) AS text (document, version)`,
    [texts.terms.version, texts.privacy.version],
  );
}
