// Every operator action is the command's too.
export * from './campus.actions.ts';
export * from './people.actions.ts';
export { prepareAction, type ActionTarget, type OperatorAction } from './operator-actions.ts';
export { forgetPlan, TURN_ENTRY, turnEntry } from './entry-turns.ts';
export { listPlanned } from './entries.queries.ts';
export { listPlannedKeys } from './entry-pictures.ts';
export { registerOperate } from './operate.routes.ts';
