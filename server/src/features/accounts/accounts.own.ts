import type { Executor } from '../../platform/database/database.ts';

/** One picture that the user uploaded: what it is called in their archive, and its key in the image store. */
export interface OwnPicture {
  name: string;
  key: string;
}

/** What one feature holds about a user, and hands over when they ask for their data. */
export interface OwnData {
  /**
   * SQL by the name that its rows have in the user's file. `$1` is the user; a column is named as it is to be
   * read, and the column `at` is what rows are ordered by. Neither secrets nor anybody else's words or names.
   */
  lists?: Readonly<Record<string, string>>;
  /** The same for features of the official edition. The beta leaves a list out while it is empty. */
  officialLists?: Readonly<Record<string, string>>;
  pictures?: (executor: Executor, userId: string) => Promise<OwnPicture[]>;
}

/** Account, profile, and what leads to them. Hashes of passwords, sessions and links stay here: they are secrets. */
export const ownAccount: OwnData = {
  lists: {
    profile: `
      SELECT users.created_at AS at, users.id, accounts.email, accounts.email_verified_at AS "emailVerifiedAt",
             accounts.last_verified_email AS "lastVerifiedEmail", accounts.fallback_email AS "fallbackEmail",
             accounts.created_at AS "accountCreatedAt",
             users.name, users.nickname, users.university, users.writing_right AS "writingRight",
             users.right_override AS "rightByOperator", users.points, users.source_id AS "importedId",
             users.seen_on::text AS "seenOn"
        FROM users JOIN accounts USING (id) WHERE users.id = $1`,
    consents: `SELECT agreed_at AS at, document, version FROM consents WHERE user_id = $1`,
    sessions: `SELECT created_at AS at, last_seen_at AS "lastSeenAt" FROM sessions WHERE user_id = $1`,
    mailedLinks: `
      SELECT created_at AS at, purpose, email, verified_at AS "verifiedAt",
             last_verified_email AS "lastVerifiedEmail", expires_at AS "expiresAt", used_at AS "usedAt"
        FROM tokens WHERE account_id = $1`,
    waitingMails: `
      SELECT created_at AS at, kind, recipient, attempts, next_attempt_at AS "nextAttemptAt"
        FROM outbox WHERE account_id = $1`,
  },
};
