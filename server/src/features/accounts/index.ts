export { revokePassword } from './accounts.actions.ts';
export { ownAccount, type OwnData } from './accounts.own.ts';
export { accountLink, composeAccountMail } from './accounts.mails.ts';
export { countSessions, lockStudent, searchStudents, type StudentRow } from './accounts.queries.ts';
export { writeParting } from './mail.actions.ts';
export { isKnownBrowser } from './known-browser.ts';
export { mailboxOf } from './mailbox.ts';
export { describeSession, registerAccounts } from './accounts.routes.ts';
export { deleteStudent, repeatWithdrawals, type EraseStudent } from './profile.actions.ts';
export { sweepTokens } from './tokens.queries.ts';
export { countStudents, exportStudents, type ExportedStudent } from './accounts.export.ts';
export {
  findStudentIds,
  findTaken,
  importConsents,
  importStudents,
  type ImportedStudent,
} from './accounts.import.ts';
export { listWithdrawals, type Withdrawal } from './withdrawals.queries.ts';
export { overrideWritingRight } from './right.actions.ts';
