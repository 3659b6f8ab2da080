import type { InstallationKeys } from '../../platform/installation-keys.ts';
import type { Campus } from '@madang/campus/campus';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { ComposeMail, NewMail, Outbox } from '../../platform/mail/outbox.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Session, Sessions } from '../../platform/sessions/sessions.ts';
import type { AccountNotice, TICKET_SHEET } from './accounts.mails.ts';
import { findAccount } from './accounts.queries.ts';
import { findHolder, insertCode } from './mailed-codes.queries.ts';
import { insertToken, type TokenPurpose } from './tokens.queries.ts';

/** What sanctions have to say about accounts; handed down by the feature that gives them. */
export interface AccountGuard {
  /** @throws {ProblemError} `account.closed`. */
  requireOpen(transaction: Transaction, userId: string): Promise<void>;
  /** @throws {ProblemError} `email.exists` for the address of an account that was closed, also after it was withdrawn. */
  requireAdmitted(transaction: Transaction, userId: string, email: string): Promise<void>;
  /** Brings what runs on for an address back to anyone who has it now. */
  carryOver(transaction: Transaction, userId: string, email: string): Promise<void>;
  /** Notes that what runs for the user runs for this verified address too. */
  noteAddress(transaction: Transaction, userId: string, email: string): Promise<void>;
}

/** What the actions of this feature work with. */
export interface AccountsDependencies {
  database: Database;
  sessions: Sessions;
  outbox: Outbox;
  campus: Campus;
  cache: AnswerCache;
  /** What mailed codes are hashed with. */
  keys: InstallationKeys;
  guard?: AccountGuard | undefined;
}

/**
 * Mails a link of one kind, and beside it a code; their secrets are made when the mail goes out.
 *
 * @param holder what the browser that asked holds: only there the code can be tried.
 */
export async function mailLink(
  dependencies: Pick<AccountsDependencies, 'outbox'>,
  transaction: Transaction,
  { holder, ...mail }: MailedLink,
): Promise<void> {
  const tokenId = await insertToken(transaction, mail.accountId, mail.kind, mail.recipient);
  await insertCode(transaction, holder, tokenId);
  await dependencies.outbox.add(transaction, { ...mail, tokenId });
}

interface MailedLink extends Pick<NewMail, 'countedAs'> {
  accountId: string;
  kind: TokenPurpose;
  recipient: string;
  holder: Buffer;
}

/** Mails the link that verifies the user's address, for the session that asks. */
export async function mailVerification(
  dependencies: Pick<AccountsDependencies, 'outbox'>,
  transaction: Transaction,
  session: Session,
  { id: accountId, email: recipient }: { id: string; email: string },
): Promise<void> {
  const holder = await findHolder(transaction, session);
  if (!holder) throw new ProblemError('session.required');
  await mailLink(dependencies, transaction, { accountId, kind: 'verification', recipient, holder });
}

/** Tells the owner of an account what happened to it, at the address that reset mails go to. */
export async function mailNotice(
  dependencies: { outbox: Pick<Outbox, 'add'> },
  transaction: Transaction,
  accountId: string,
  kind: AccountNotice | typeof TICKET_SHEET,
): Promise<void> {
  const account = await findAccount(transaction, accountId);
  if (account)
    await dependencies.outbox.add(transaction, {
      accountId,
      tokenId: null,
      kind,
      recipient: account.reset_email,
    });
}

/**
 * What tells the owner of an account that it is gone, at the address that reset mails go to. Written before the account
 * is deleted and sent after the commit; null when there is no such account.
 */
export async function writeParting(
  transaction: Transaction,
  compose: ComposeMail,
  accountId: string,
): Promise<Mail | null> {
  const account = await findAccount(transaction, accountId);
  if (!account) return null;
  const [id, to] = [uuidv7(), account.reset_email];
  const kind: AccountNotice = 'withdrawal';
  const written = await compose(transaction, { id, accountId, tokenId: null, kind, recipient: to });
  return written && { id, accountId, to, ...written, parting: true };
}
