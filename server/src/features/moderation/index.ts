export { findBlocked } from './blocks.queries.ts';
export { guardFloods } from './floods.ts';
export { guardLinks } from './floods.ts';
export {
  giveSanction,
  guardAccounts,
  requireMayWrite,
  type SanctionsDependencies,
} from './sanctions.actions.ts';
export {
  endSanction,
  findSanctioned,
  listAllRunning,
  listRunning,
  sweepSanctions,
  type SanctionRow,
} from './sanctions.queries.ts';
export { eraseModerationOf } from './moderation.erase.ts';
export { ownModeration } from './moderation.own.ts';
export { purgeCases } from './purge.ts';
export { registerModeration } from './moderation.routes.ts';
export { countCasesByDay, readCampusAge } from './cases.queries.ts';
export { settleByCommand } from './decisions.actions.ts';
export type { AuditEntry, RecordAct } from './record-act.ts';
export { requirePasskeyUsed } from './passkeys.actions.ts';
export { deletePasskey, endPasskeyUse } from './passkeys.queries.ts';
export { keepLastOperator, requireStaff, takeRole } from './roles.actions.ts';
export { RIGHTS_JOB } from './rights.ts';
export { composeRightsMail } from './rights.mails.ts';
export { sweepKeptActs, type HashDependencies } from './kept-acts.queries.ts';
export { sweepRequests } from './rights.queries.ts';
export { takeStep } from './rights.steps.ts';
export { tellDecided } from './undo.actions.ts';
export { DECIDED_JOB } from './undo.queries.ts';
export { findRole, insertRole, listOperators, listRoles, type NamedRole } from './roles.queries.ts';
