export {
  addDays,
  type Counter,
  countToday,
  type DailySum,
  type EventKind,
  findToday,
  type LineEvent,
  listDailySums,
  type NotificationCounter,
  registerAnalytics,
  rollUp,
  Tally,
} from './analytics.ts';
