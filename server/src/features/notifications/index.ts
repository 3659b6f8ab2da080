export { tellFollowers } from './follows.ts';
export { InboxStreams } from './streams.ts';
export {
  openThread,
  readCaseNotifications,
  sweepInboxes,
  tellOfReplies,
  tellOfTicket,
} from './notifications.ts';
export { countUnread, TELL_FOLLOWERS_JOB } from './inbox.ts';
export { MATCH_ALERTS, matchAlerts, tellDishes } from './alerts.ts';
export { eraseNotificationsOf, ownNotifications } from './user-data.ts';
export { registerNotifications, registerPush } from './routes.ts';
export { PUSH_NOTICE, pushNotice, sweepPush } from './push.ts';
export { countPushDevices } from './settings.ts';
export { PushSender, type PushSettings } from './push-sender.ts';
