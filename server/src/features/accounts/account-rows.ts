import type { Campus } from '@madang/campus/campus';
import { emailProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import type { Me } from '@madang/contract/accounts/schema';
import type { CampusSettings } from '@madang/contract/campus/schema';
import { normalizeText } from '@madang/contract/text/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import type { KnownBrowserCookie } from '../../http/sessions.ts';

export interface UserRow {
  id: string;
  email: string;
  email_verified_at: Date | null;
  name: string;
  nickname: string;
  university: boolean;
  writing_right: boolean;
  right_override: boolean | null;
  points: number;
  created_at: Date;
  /** Accepted legal texts, as `document version`. */
  consents: string[];
}

const USER = `
  SELECT users.id, accounts.email, accounts.email_verified_at, users.name, users.nickname, users.university,
         users.writing_right, users.right_override, users.points, users.created_at,
         ARRAY(SELECT document || ' ' || version FROM consents WHERE user_id = users.id) AS consents
    FROM users JOIN accounts USING (id)`;

/** Returns account and profile; undefined if either is missing [ST-02]. */
export function findUser(executor: Executor, userId: string): Promise<UserRow | undefined> {
  return executor.first<UserRow>(`${USER} WHERE users.id = $1`, [userId]);
}

/** Like {@link findUser}, but locks both rows until the transaction ends. */
export function lockUser(executor: Executor, userId: string): Promise<UserRow | undefined> {
  return executor.first<UserRow>(`${USER} WHERE users.id = $1 FOR NO KEY UPDATE`, [userId]);
}

/** Returns users by id, e-mail or nickname, oldest first. */
export function searchUsers(executor: Executor, words: string): Promise<UserRow[]> {
  return executor.rows<UserRow>(
    `${USER} WHERE users.id::text = lower($1) OR accounts.email = lower($1) OR users.nickname = $1
      ORDER BY users.created_at, users.id LIMIT 50`,
    [normalizeText(words).trim()],
  );
}

/** Records a visit. True if it is the first today (campus time). */
export async function markSeen(executor: Executor, userId: string, timeZone: string): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE users SET seen_on = (now() AT TIME ZONE $2::text)::date
      WHERE id = $1 AND seen_on IS DISTINCT FROM (now() AT TIME ZONE $2::text)::date`,
    [userId, timeZone],
  );
  return changed === 1;
}

/** Returns the user's number of sessions. */
export async function countSessions(executor: Executor, userId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM sessions WHERE user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

interface AccountRow {
  id: string;
  email: string;
  password_hash: string | null;
  /** Recipient of reset mails: the last verified address, if any. */
  reset_email: string;
}

const ACCOUNT = `id, email, password_hash,
  CASE WHEN email_verified_at IS NULL THEN coalesce(last_verified_email, email) ELSE email END AS reset_email`;

/** Returns the account of an address, otherwise the oldest of its mailbox. */
export function findAccountByEmail(executor: Executor, mailbox: Mailbox): Promise<AccountRow | undefined> {
  return executor.first<AccountRow>(
    `SELECT ${ACCOUNT} FROM accounts WHERE ${isMailbox('email')} ORDER BY email <> $3, created_at, id LIMIT 1`,
    mailboxParameters(mailbox),
  );
}

/** Returns the account, with or without a profile. */
export function findAccount(executor: Executor, id: string): Promise<AccountRow | undefined> {
  return executor.first<AccountRow>(`SELECT ${ACCOUNT} FROM accounts WHERE id = $1`, [id]);
}

/** Whether the hash is unchanged. Lock the account first. */
export async function hasPassword(executor: Executor, id: string, passwordHash: string): Promise<boolean> {
  const row = await executor.first('SELECT id FROM accounts WHERE id = $1 AND password_hash = $2', [
    id,
    passwordHash,
  ]);
  return row !== undefined;
}

/** Returns false if the address is taken. */
export async function insertAccount(
  executor: Executor,
  account: { id: string; email: string; passwordHash: string },
): Promise<boolean> {
  const added = await executor.change(
    `INSERT INTO accounts (id, email, password_hash) VALUES ($1, $2, $3)
     ON CONFLICT ON CONSTRAINT accounts_email_key DO NOTHING`,
    [account.id, account.email, account.passwordHash],
  );
  return added === 1;
}

/** Inserts a profile with 0 points and no writing right [EN-01]. */
export async function insertProfile(
  executor: Executor,
  profile: { id: string; name: string; nickname: string; university: boolean },
): Promise<void> {
  await executor.change('INSERT INTO users (id, name, nickname, university) VALUES ($1, $2, $3, $4)', [
    profile.id,
    profile.name,
    profile.nickname,
    profile.university,
  ]);
}

/** Records consent to this version of a legal text; idempotent. */
export async function insertConsent(
  executor: Executor,
  userId: string,
  document: 'terms' | 'privacy',
  version: string,
): Promise<void> {
  await executor.change(
    `INSERT INTO consents (id, user_id, document, version)
     SELECT $1::uuid, $2::uuid, $3::text, $4::text
      WHERE NOT EXISTS (SELECT FROM consents WHERE user_id = $2 AND document = $3 AND version = $4)`,
    [uuidv7(), userId, document, version],
  );
}

/** Stores a password hash; null disables password sign-in. Keeps the sessions. */
export async function setPassword(
  executor: Executor,
  accountId: string,
  passwordHash: string | null,
): Promise<void> {
  await executor.change('UPDATE accounts SET password_hash = $2 WHERE id = $1', [accountId, passwordHash]);
}

/** Reverts other accounts' unverified changes to a mailbox; returns their ids. */
export async function fallBack(executor: Executor, mailbox: Mailbox, except: string): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    `UPDATE accounts SET email = fallback_email, fallback_email = NULL,
            email_verified_at = CASE WHEN fallback_email = last_verified_email THEN now() END
      WHERE ${isMailbox('email')} AND email_verified_at IS NULL AND fallback_email IS NOT NULL AND id <> $4
      RETURNING id`,
    [...mailboxParameters(mailbox), except],
  );
  return rows.map(({ id }) => id);
}

/** Whether another account has the mailbox or could regain it (fallback, undo). */
export async function isTaken(executor: Executor, mailbox: Mailbox, accountId: string): Promise<boolean> {
  const row = await executor.first(
    `SELECT id FROM accounts WHERE ${isMailbox('email')} AND id <> $4
     UNION ALL
     SELECT id FROM accounts WHERE ${isMailbox('fallback_email')} AND email_verified_at IS NULL AND id <> $4
     UNION ALL
     SELECT id FROM tokens
      WHERE ${isMailbox('email')} AND verified_at IS NOT NULL AND used_at IS NULL AND expires_at > now()
        AND account_id <> $4
      LIMIT 1`,
    [...mailboxParameters(mailbox), accountId],
  );
  return row !== undefined;
}

/** Whether another account of the mailbox has the writing right. */
export async function hasRightElsewhere(
  executor: Executor,
  mailbox: Mailbox,
  accountId: string,
): Promise<boolean> {
  const row = await executor.first(
    `SELECT users.id FROM accounts JOIN users USING (id)
      WHERE ${isMailbox('accounts.email')} AND users.writing_right AND users.id <> $4 LIMIT 1`,
    [...mailboxParameters(mailbox), accountId],
  );
  return row !== undefined;
}

/** Marks the address verified if the account still has it; false otherwise. */
export async function setVerified(executor: Executor, accountId: string, email: string): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE accounts SET email_verified_at = coalesce(email_verified_at, now()), last_verified_email = email,
            fallback_email = NULL
      WHERE id = $1 AND email = $2`,
    [accountId, email],
  );
  return changed === 1;
}

/** Stores the writing right if it changed. */
export async function setWritingRight(executor: Executor, userId: string, right: boolean): Promise<void> {
  await executor.change('UPDATE users SET writing_right = $2 WHERE id = $1 AND writing_right <> $2', [
    userId,
    right,
  ]);
}

/** Stores the operator's override of the writing right; null removes it. */
export async function setRightOverride(
  executor: Executor,
  userId: string,
  right: boolean | null,
): Promise<void> {
  await executor.change('UPDATE users SET right_override = $2 WHERE id = $1', [userId, right]);
}

/**
 * Sets an unverified address; remembers the last verified one.
 *
 * @throws {DatabaseError} `accounts_email_key` if taken.
 */
export async function setEmail(executor: Executor, accountId: string, email: string): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE accounts SET email = $2, email_verified_at = NULL,
            last_verified_email = CASE WHEN email_verified_at IS NULL THEN last_verified_email ELSE email END,
            fallback_email = nullif(
              CASE WHEN email_verified_at IS NULL THEN coalesce(fallback_email, email) ELSE email END, $2)
      WHERE id = $1`,
    [accountId, email],
  );
  return changed === 1;
}

/**
 * Restores an undo link's address and verification.
 *
 * @throws {DatabaseError} `accounts_email_key` if taken.
 */
export async function restoreEmail(executor: Executor, undoId: string): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE accounts SET email = tokens.email, email_verified_at = tokens.verified_at,
            last_verified_email = tokens.last_verified_email,
            fallback_email = CASE WHEN tokens.verified_at IS NULL
              THEN nullif(coalesce(tokens.last_verified_email, fallback_email), tokens.email) END
       FROM tokens WHERE tokens.id = $1 AND accounts.id = tokens.account_id`,
    [undoId],
  );
  return changed === 1;
}

/** Removes writing right and grant; keeps a refusal [ST-04]. */
export async function resetRight(executor: Executor, userId: string, university: boolean): Promise<void> {
  await executor.change(
    `UPDATE users SET university = $2, writing_right = false,
            right_override = CASE WHEN right_override THEN NULL ELSE right_override END
      WHERE id = $1`,
    [userId, university],
  );
}

/** Stores a validated nickname. */
export async function setNickname(executor: Executor, userId: string, nickname: string): Promise<void> {
  await executor.change('UPDATE users SET nickname = $2 WHERE id = $1', [userId, nickname]);
}

/** Locks the user row against new references until the commit. */
export async function lockLeaver(transaction: Transaction, userId: string): Promise<void> {
  await transaction.change('SELECT id FROM users WHERE id = $1 FOR UPDATE', [userId]);
}

/** Deletes profile, sessions, consents and points. Delete other references first. */
export async function deleteProfile(executor: Executor, userId: string): Promise<void> {
  await executor.change('DELETE FROM users WHERE id = $1', [userId]);
}

/** Deletes the account with its mails and links. Delete its profile first. */
export async function deleteAccount(executor: Executor, accountId: string): Promise<void> {
  await executor.change('DELETE FROM accounts WHERE id = $1', [accountId]);
}

/** Returns the mailbox: `name+word@host` becomes `name@host`. SQL version: {@link mailboxOfColumn}. */
export function mailboxOf(email: string): string {
  return normalizeEmail(email).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/** Default domains that ignore dots in the local part. */
const DOTLESS_DOMAINS = ['gmail.com', 'googlemail.com'];

/** Returns the mailbox without characters its provider ignores, only for bans and limits. */
export function foldMailbox(
  email: string,
  { dotlessMailDomains = DOTLESS_DOMAINS }: Pick<CampusSettings, 'dotlessMailDomains'>,
): string {
  const mailbox = mailboxOf(email);
  const at = mailbox.lastIndexOf('@');
  const domain = mailbox.slice(at + 1);
  if (at < 0 || !dotlessMailDomains.includes(domain)) return mailbox;
  return `${mailbox.slice(0, at).replaceAll('.', '')}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

/** Returns SQL for a column's mailbox, as in the indexes of migration 0011. */
export function mailboxOfColumn(column: string): string {
  return `regexp_replace(${column}, '^([^+@]+)[+][^@]*@', '\\1@')`;
}

/** Identity of an address: mailbox, or exact if `+` is significant. */
export interface Mailbox {
  email: string;
  mailbox: string;
  exact: boolean;
}

/** Returns SQL that uses {@link mailboxParameters} 1 to 3. */
function isMailbox(column: string): string {
  return `${mailboxOfColumn(column)} = $1 AND (NOT $2::boolean OR ${column} = $3)`;
}

function mailboxParameters({ mailbox, exact, email }: Mailbox): [string, boolean, string] {
  return [mailbox, exact, email];
}

/** Returns the mailbox of a normalized address, by the campus rule. */
export function describeMailbox(email: string, { university }: Pick<CampusSettings, 'university'>): Mailbox {
  const exact = university.plusIsAlias === false && email.endsWith(`@${university.domain}`);
  return { email, mailbox: mailboxOf(email), exact };
}

/** Serializes claims of a mailbox until the transaction ends. */
export async function lockMailbox(executor: Executor, { mailbox }: Mailbox): Promise<void> {
  await executor.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [mailbox]);
}

/** Whether the browser has signed in to this address before. */
export async function isKnownBrowser(
  {
    database,
    knownBrowser,
    campus,
  }: { database: Database; knownBrowser: KnownBrowserCookie; campus: Campus },
  cookies: string,
  email: string,
): Promise<boolean> {
  if (!knownBrowser.isIn(cookies) || emailProblem(email) !== null) return false;
  const mailbox = describeMailbox(normalizeEmail(email), campus.settings);
  const account = await findAccountByEmail(database, mailbox);
  return account !== undefined && knownBrowser.names(cookies, account.id);
}

const legalTexts = ['terms', 'privacy'] as const;

/** Returns the profile as shown to its user only [EN-01]. */
export function presentMe(row: UserRow, campus: Campus): Me {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    nickname: row.nickname,
    university: row.university,
    emailVerified: row.email_verified_at !== null,
    writingRight: row.writing_right,
    points: row.points,
    consentsDue: legalTexts.filter(
      (document) => !row.consents.includes(`${document} ${campus[document].version}`),
    ),
    createdAt: row.created_at.toISOString(),
  };
}
