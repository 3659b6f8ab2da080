export { overrideWritingRight } from './accounts.actions.ts';
export { composeAccountMail } from './accounts.mails.ts';
export { registerAccounts } from './accounts.routes.ts';
export { sweepTokens } from './tokens.queries.ts';
export { countStudents, exportStudents, type ExportedStudent } from './accounts.export.ts';
export { findStudentIds, findTaken, importStudents, type ImportedStudent } from './accounts.import.ts';
