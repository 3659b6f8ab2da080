import type { Executor } from '../../platform/database/database.ts';

export interface ImportedStudent {
  id: string;
  email: string;
  /** Null: its owner sets one by the reset mail. */
  passwordHash: string | null;
  name: string;
  nickname: string;
  university: boolean;
  verified: boolean;
  writingRight: boolean;
  createdAt: Date;
}

/** Adds students as they are, without mails, consents or limits; ids and addresses known already are left alone. */
export async function importStudents(
  executor: Executor,
  students: readonly ImportedStudent[],
): Promise<void> {
  const rows = JSON.stringify(students);
  await executor.change(
    `INSERT INTO accounts (id, email, password_hash, email_verified_at, created_at)
     SELECT id, email, "passwordHash", CASE WHEN verified THEN "createdAt" END, "createdAt"
       FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, email text, "passwordHash" text, verified boolean, "createdAt" timestamptz)
     ON CONFLICT DO NOTHING`,
    [rows],
  );
  await executor.change(
    `INSERT INTO users (id, name, nickname, university, writing_right, created_at)
     SELECT row.id, name, nickname, university, "writingRight", "createdAt"
       FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, name text, nickname text, university boolean, "writingRight" boolean, "createdAt" timestamptz)
       JOIN accounts ON accounts.id = row.id
     ON CONFLICT DO NOTHING`,
    [rows],
  );
}
