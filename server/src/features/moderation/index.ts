export { findBlocked } from './blocks.ts';
export { guardFloods, guardLinks, guardOrdinaryReplies } from './floods.ts';
export {
  endSanction,
  findSanctioned,
  giveSanction,
  guardAccounts,
  listAllRunning,
  listRunning,
  requireMayWrite,
  type SanctionRow,
  type SanctionsDependencies,
  sweepSanctions,
} from './sanctions.ts';
export { deleteModerationDataOf, ownModeration } from './user-data.ts';
export { countCasesByDay, DECIDED_JOB, purgeCases } from './cases.ts';
export { registerModeration } from './routes.ts';
export { settleByCommand, notifyDecided } from './decisions.ts';
export { deletePasskey, endPasskeyUse, requirePasskeyUsed } from './passkeys.ts';
export {
  findRole,
  insertRole,
  keepLastOperator,
  listOperators,
  listRoles,
  type NamedRole,
  requireConfirmed,
  requireStaff,
  takeRole,
} from './roles.ts';
export { RIGHTS_JOB, takeStep } from './rights.ts';
export { composeRightsMail, sweepRequests } from './rights-rows.ts';
export { sweepRetainedRecords, type HashDependencies } from './retained-records.ts';
