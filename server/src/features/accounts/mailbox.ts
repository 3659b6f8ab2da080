import type { CampusSettings } from '@madang/contract/campus/schema';
import { normalizeEmail } from '@madang/contract/accounts/rules';
import type { Executor } from '../../platform/database/database.ts';

/** The mailbox of an address: `name+word@host` reaches `name@host`. The same in SQL is {@link mailboxOfColumn}. */
export function mailboxOf(email: string): string {
  return normalizeEmail(email).replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/** Domains where dots do not count, unless the campus names others. */
const DOTLESS_DOMAINS = ['gmail.com', 'googlemail.com'];

/**
 * Returns the mailbox that bans and limits count an address as: {@link mailboxOf} without what its provider ignores.
 * Accounts are distinguished by {@link mailboxOf} alone.
 */
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

/** The mailbox of an address in a column, as the indexes of migration 0011 have it. */
export function mailboxOfColumn(column: string): string {
  return `regexp_replace(${column}, '^([^+@]+)[+][^@]*@', '\\1@')`;
}

/** By what two addresses are one: their mailbox, or where `+` belongs to the name, each letter of them. */
export interface Mailbox {
  email: string;
  mailbox: string;
  exact: boolean;
}

/** The condition that a column's address is the one of parameters 1 to 3, {@link mailboxParameters}. */
export function isMailbox(column: string): string {
  return `${mailboxOfColumn(column)} = $1 AND (NOT $2::boolean OR ${column} = $3)`;
}

/** What {@link isMailbox} asks for. */
export function mailboxParameters({ mailbox, exact, email }: Mailbox): [string, boolean, string] {
  return [mailbox, exact, email];
}

/** The mailbox of an address in its stored form, by the rule of the campus for its own domain. */
export function describeMailbox(email: string, { university }: Pick<CampusSettings, 'university'>): Mailbox {
  const exact = university.plusIsAlias === false && email.endsWith(`@${university.domain}`);
  return { email, mailbox: mailboxOf(email), exact };
}

/** Until the transaction ends, nobody else asks who has this mailbox: two that come at once come one after the other. */
export async function lockMailbox(executor: Executor, { mailbox }: Mailbox): Promise<void> {
  await executor.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [mailbox]);
}
