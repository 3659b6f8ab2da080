export { forgetPlan, TURN_ENTRY, turnEntry } from './entry-turns.ts';
export { listPlanned } from './entries.queries.ts';
export { listPlannedKeys } from './entry-pictures.ts';
export { registerOperate } from './operate.routes.ts';
