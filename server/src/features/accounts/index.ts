export { overrideWritingRight, revokePassword } from './accounts.ts';
export { hasAccounts, listWithdrawals, ownAccount, type OwnData, type Withdrawal } from './user-data.ts';
export {
  type AccountGuard,
  accountLink,
  composeAccountMail,
  mailNotice,
  TICKET_SHEET,
  writeParting,
} from './mails.ts';
export {
  countSessions,
  findUser,
  foldMailbox,
  isKnownBrowser,
  lockUser,
  mailboxOf,
  mailboxOfColumn,
  searchUsers,
  type UserRow,
} from './account-rows.ts';
export { reauthenticate, requireReauthenticated } from './credentials.ts';
export { DailyVisitors } from './daily-visitors.ts';
export { describeSession, registerAccounts } from './routes.ts';
export {
  deleteUser,
  removeUser,
  repeatWithdrawals,
  type DeleteUserData,
  type RemovalDependencies,
} from './profile.ts';
export { sweepTokens } from './tokens.ts';
export {
  countUsers,
  type ExportedUser,
  exportUsers,
  findTaken,
  findUserIds,
  importConsents,
  type ImportedUser,
  importUsers,
} from './documents.ts';
