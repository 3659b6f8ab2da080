export { guardAccounts, requireMayWrite } from './sanctions.actions.ts';
export { endSanction, listAllRunning, sweepSanctions } from './sanctions.queries.ts';
export { eraseModerationOf } from './moderation.erase.ts';
export { ownModeration } from './moderation.own.ts';
export { purgeCases } from './purge.ts';
export { registerModeration } from './moderation.routes.ts';
export { settleByCommand, type RecordAct } from './decisions.actions.ts';
export { keepLastOperator, requireStaff, takeRole } from './roles.actions.ts';
export { findRole, insertRole, listRoles } from './roles.queries.ts';
