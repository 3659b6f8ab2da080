export { tellFollowers } from './follows.actions.ts';
export { InboxStreams } from './inbox-streams.ts';
export { openThread, readCaseNotifications, tellOfReplies } from './notifications.actions.ts';
export { countUnread, TELL_FOLLOWERS_JOB } from './notifications.queries.ts';
export { MATCH_ALERTS, matchAlerts } from './match-alerts.ts';
export { eraseNotificationsOf } from './notifications.erase.ts';
export { ownNotifications } from './notifications.own.ts';
export { registerNotifications } from './notifications.routes.ts';
export { sweepInboxes } from './sweep.ts';
