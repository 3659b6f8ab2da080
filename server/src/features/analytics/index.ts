export { rollUp } from './analytics.actions.ts';
export {
  countToday,
  findToday,
  listDailySums,
  type DailySum,
  type EventKind,
  type LineEvent,
} from './analytics.queries.ts';
export { addDays } from './days.ts';
export { registerAnalytics } from './analytics.routes.ts';
export { Tally, type Counter, type NotificationCounter } from './tally.ts';
