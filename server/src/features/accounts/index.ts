export { revokePassword } from './accounts.actions.ts';
export { ownAccount, type OwnData } from './accounts.own.ts';
export { accountLink, composeAccountMail, TICKET_SHEET } from './accounts.mails.ts';
export { countSessions, findUser, lockUser, searchUsers, type UserRow } from './accounts.queries.ts';
export { reauthenticate, requireReauthenticated } from './credentials.actions.ts';
export { mailNotice, writeParting, type AccountGuard } from './mail.actions.ts';
export { DailyVisitors } from './daily-visitors.ts';
export { isKnownBrowser } from './known-browser.ts';
export { foldMailbox, mailboxOf, mailboxOfColumn } from './mailbox.ts';
export { describeSession, registerAccounts } from './accounts.routes.ts';
export {
  deleteUser,
  removeUser,
  repeatWithdrawals,
  type EraseUser,
  type RemovalDependencies,
} from './profile.actions.ts';
export { sweepTokens } from './tokens.queries.ts';
export { countUsers, exportUsers, type ExportedUser } from './accounts.export.ts';
export { findUserIds, findTaken, importConsents, importUsers, type ImportedUser } from './accounts.import.ts';
export { listWithdrawals, type Withdrawal } from './withdrawals.queries.ts';
export { overrideWritingRight } from './right.actions.ts';
