export { notifyFollowers } from './follows.ts';
export { ReplyNotifier } from './reply-notifier.ts';
export { InboxStreams } from './streams.ts';
export {
  openThread,
  readCaseNotifications,
  sweepInboxes,
  notifyOfReplies,
  notifyOfTicket,
} from './notifications.ts';
export { countUnread, NOTIFY_FOLLOWERS_JOB } from './inbox.ts';
export { MATCH_ALERTS, matchAlerts, notifyOfDishes } from './alerts.ts';
export { deleteNotificationDataOf, ownNotifications } from './user-data.ts';
export { readInbox, registerNotifications, registerPush } from './routes.ts';
export { PUSH_NOTICE, pushNotice, sweepPush } from './push.ts';
export { countPushDevices } from './settings.ts';
export { PushSender, type PushSettings } from './push-sender.ts';
