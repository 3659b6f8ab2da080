export { InboxStreams } from './inbox-streams.ts';
export { openThread, readCaseLines, tellOfReplies } from './lines.actions.ts';
export { countUnread } from './lines.queries.ts';
export { MATCH_ALERTS, matchAlerts } from './match-alerts.ts';
export { eraseNotificationsOf } from './notifications.erase.ts';
export { ownNotifications } from './notifications.own.ts';
export { registerNotifications } from './notifications.routes.ts';
export { sweepInboxes } from './sweep.ts';
