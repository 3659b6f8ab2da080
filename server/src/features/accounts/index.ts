export { overrideWritingRight } from './accounts.actions.ts';
export { composeAccountMail } from './accounts.mails.ts';
export { registerAccounts } from './accounts.routes.ts';
export { sweepTokens } from './tokens.queries.ts';
export { importStudents } from './accounts.import.ts';
export { repeatWithdrawals, type EraseStudent } from './profile.actions.ts';
export { listWithdrawals, type Withdrawal } from './withdrawals.queries.ts';
