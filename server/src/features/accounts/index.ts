export { overrideWritingRight, type AccountsParts } from './accounts.actions.ts';
export { composeAccountMail } from './accounts.mails.ts';
export { registerAccounts } from './accounts.routes.ts';
export { sweepTokens } from './tokens.queries.ts';
export { importStudents, type ImportedStudent } from './accounts.import.ts';
export type { EraseStudent } from './profile.actions.ts';
