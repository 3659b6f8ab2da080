import type { Executor } from '../../platform/database/database.ts';

export interface ExportedUser {
  id: string;
  /** The id that its document has. */
  document_id: string;
  email: string;
  name: string;
  nickname: string;
  university: boolean;
  writing_right: boolean;
  points: number;
}

/** How many users there are. */
export async function countUsers(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>('SELECT count(*) AS count FROM users');
  return row?.count ?? 0;
}

/** Users in the order of their ids, a page after the given one, the nil UUID for the first. */
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
  /** Null: its owner sets one by the reset mail. */
  passwordHash: string | null;
  name: string;
  nickname: string;
  university: boolean;
  verified: boolean;
  writingRight: boolean;
  /** A text where a Date would round its microseconds. */
  createdAt: Date | string;
  /** The operator's word on the right, where the rule would say otherwise. */
  rightOverride?: boolean | null;
  /** The document's own id, where it is not the row's. */
  sourceId?: string | null;
}

/** Which of the ids and addresses (in their stored form) are taken, by whom. */
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

/** Which of the ids are users'. */
export async function findUserIds(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await executor.rows<{ id: string }>('SELECT id FROM users WHERE id = ANY ($1::uuid[])', [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Adds users as they are, without mails, consents or limits; ids and addresses known already are left alone. */
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

/** Notes for every user that they agreed to these texts: in a made-up world there is nobody to ask. */
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
