import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { SANCTION_KINDS } from '../moderation/rules.ts';
import { postSummary } from '../posts/schema.ts';
import { clientUuid, cursor, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { TICKET_STEPS } from '../tickets/rules.ts';
import {
  ALERT_WORD_MAX,
  ALERTS_MAX,
  INBOX_PAGE,
  MUTES_MAX,
  PREVIEW_MAX,
  PREVIEW_POSTS,
  PUSH_BROWSERS,
  PUSH_BUDGET_MAX,
  PUSH_DEVICES_MAX,
  PUSH_ENDPOINT_MAX,
  PUSH_SYSTEMS,
  UNREAD_SHOWN_MAX,
} from './rules.ts';

/** Unread notifications, counted up to one more than the bell shows. */
const unread = z
  .int()
  .min(0)
  .max(UNREAD_SHOWN_MAX + 1);

/** The current post that a notification links to. */
const linePost = z.strictObject({
  id: uuid,
  title: z.string(),
  buildingId: z.string(),
  buildingName: z.string(),
});

const common = {
  /** Id of the notification; for a notice, the notice's own id. */
  id: uuid,
  /** Time of the latest event; notifications are ordered by it, newest first. */
  at: instant,
  unread: z.boolean(),
};

/** A notification in the inbox, only about content the student can see. */
const line = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('answer'),
      ...common,
      /** Number of visible answers since the thread's notification was last read. */
      count: z.int().min(1),
      /** Whether the newest answers the student's post, reply, or a followed post. */
      to: z.enum(['post', 'reply', 'followed']),
      post: linePost,
      /** Number of the oldest of them: the reading position. */
      replyNumber: z.int().min(1),
      /** Author of the newest; null if they withdrew. */
      nickname: z.string().nullable(),
      /** Beginning of the newest, on one line. */
      preview: z.string(),
    }),
    z.strictObject({
      kind: z.literal('accepted'),
      ...common,
      post: linePost,
      replyNumber: z.int().min(1),
    }),
    z.strictObject({
      kind: z.literal('alert'),
      ...common,
      post: linePost,
      /** The alert's word, as the student typed it. */
      word: z.string(),
    }),
    z.strictObject({
      kind: z.literal('dish'),
      ...common,
      /** The alert's word found in a dish, as typed. */
      word: z.string(),
      /** Building where it is served. */
      building: z.strictObject({ id: z.string(), name: z.string() }),
    }),
    z.strictObject({
      kind: z.literal('ticket'),
      ...common,
      ticketId: uuid,
      number: z.int(),
      title: z.string(),
      step: z.enum(TICKET_STEPS),
      /** Whether the student is asked if it was fixed. */
      asked: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('notice'), ...common, noticeId: uuid, title: z.string() }),
    z.strictObject({
      kind: z.literal('case'),
      ...common,
      caseId: uuid,
      /** Target of the case: a post or reply of the student. */
      thing: z.enum(['post', 'reply']),
      /** State of the case when the notification was created. */
      state: z.enum(['hidden', 'upheld', 'restored', 'appealed', 'final']),
      /** Title of the post, or of the reply's post. */
      title: z.string(),
    }),
    z.strictObject({
      kind: z.literal('sanction'),
      ...common,
      sanction: z.enum(SANCTION_KINDS),
      /** The board of a `noBoard` sanction. */
      board: z.string().nullable(),
      endsAt: instant,
      over: z.boolean(),
    }),
    z.strictObject({
      kind: z.literal('report'),
      ...common,
      postId: uuid,
      thing: z.enum(['post', 'reply']),
      outcome: z.enum(['upheld', 'restored']),
    }),
  ])
  .meta({ id: 'InboxNotification' });
export type InboxNotification = z.output<typeof line>;

const kinds = z.strictObject({
  answer: z.boolean(),
  accepted: z.boolean(),
  alert: z.boolean(),
  ticket: z.boolean(),
  notice: z.boolean(),
  case: z.boolean(),
});

/** Notification settings of a student; all kinds are on by default. */
const notificationSettings = z
  .strictObject({
    /** False: no notifications, regardless of the kinds, which are kept. */
    on: z.boolean(),
    kinds,
    /** Visible posts whose threads are muted, newest mute first. */
    muted: z.array(linePost).max(MUTES_MAX),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.output<typeof notificationSettings>;

const unreadAnswer = z.strictObject({ unread });
/**
 * The inbox and its settings, never shared. The unread count is also in sessions, reply marks, calls that mark, and
 * `inbox` events.
 */
export const notificationEndpoints = {
  'GET /api/notifications': {
    id: 'listNotifications',
    summary: 'Lists the notifications, newest first, without marking them as read.',
    query: z.strictObject({ cursor: cursor.optional() }),
    output: z.strictObject({
      lines: z.array(line).max(INBOX_PAGE),
      nextCursor: cursor.nullable(),
      unread,
    }),
    problems: ['request.malformed'],
  },
  'PUT /api/notifications/{id}/read': {
    id: 'readNotification',
    summary:
      'Marks a notification as read; for a notice, also the older notices. Idempotent, also for a deleted one.',
    path: idPath,
    output: unreadAnswer,
    problems: ['limit.reached'],
  },
  'PUT /api/notifications/read': {
    id: 'readAllNotifications',
    summary: 'Marks all notifications up to the newest displayed one as read.',
    body: z.strictObject({
      /** `at` of the first notification on the screen. */
      upTo: instant,
    }),
    output: unreadAnswer,
    problems: ['limit.reached'],
  },
  'PUT /api/posts/{id}/read': {
    id: 'readThread',
    summary: 'Marks the notifications of a post as read, for answers that arrive while it is displayed.',
    path: idPath,
    output: unreadAnswer,
    problems: ['limit.reached'],
  },
  'GET /api/notifications/live': {
    id: 'followNotifications',
    summary: 'Server-sent events: `inbox` with `{"unread": n}`, at first and after each change.',
    stream: 'events',
  },
  'PUT /api/posts/{id}/mute': {
    id: 'muteThread',
    summary: 'Mutes a post: no notifications of new answers. Marks its notification as read. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'DELETE /api/posts/{id}/mute': {
    id: 'unmuteThread',
    summary: 'Unmutes a post. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'PUT /api/posts/{id}/follow': {
    id: 'followThread',
    summary: "Follows another student's post: notifies of new answers. Unmutes the post. Idempotent.",
    path: idPath,
    problems: ['follow.full', 'limit.reached'],
  },
  'DELETE /api/posts/{id}/follow': {
    id: 'unfollowThread',
    summary: 'Unfollows a post. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'GET /api/profile/notification-settings': {
    id: 'readNotificationSettings',
    summary: 'Returns the notification settings and the muted posts.',
    output: notificationSettings,
  },
  'PUT /api/profile/notification-settings': {
    id: 'changeNotificationSettings',
    summary: 'Changes the notification settings. Existing notifications stay.',
    body: z.strictObject({ on: z.boolean(), kinds }),
    output: notificationSettings,
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

const alert = z
  .strictObject({
    id: uuid,
    /** The text as typed, trimmed. */
    word: z.string(),
    /** Only posts of this building or board; null for all. */
    building: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    paused: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Alert' });
export type Alert = z.output<typeof alert>;

const boardId = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);
const word = boundedText(ALERT_WORD_MAX);

/** Keyword alerts of a student: all private, none in a shared answer. */
export const alertEndpoints = {
  'GET /api/profile/alerts': {
    id: 'listAlerts',
    summary: 'Lists the keyword alerts, newest first.',
    output: z.strictObject({ alerts: z.array(alert).max(ALERTS_MAX) }),
  },
  'PUT /api/profile/alerts/{id}': {
    id: 'addAlert',
    summary: 'Adds a keyword alert under an id chosen by the caller. Idempotent for the same content.',
    path: z.strictObject({ id: clientUuid }),
    body: z.strictObject({ word, buildingId: boardId.nullable() }),
    output: alert,
    problems: ['alert.full', 'alert.same', 'identifier.taken', 'limit.reached'],
  },
  'PUT /api/profile/alerts/{id}/pause': {
    id: 'pauseAlert',
    summary: 'Pauses a keyword alert. Idempotent.',
    path: idPath,
    output: alert,
    problems: ['limit.reached'],
  },
  'DELETE /api/profile/alerts/{id}/pause': {
    id: 'resumeAlert',
    summary: 'Resumes a keyword alert for posts written from now on. Idempotent.',
    path: idPath,
    output: alert,
    problems: ['limit.reached'],
  },
  'DELETE /api/profile/alerts/{id}': {
    id: 'removeAlert',
    summary: 'Deletes a keyword alert; its notifications stay. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'GET /api/alerts/preview': {
    id: 'previewAlert',
    summary: 'Returns the posts of the last 30 days that a keyword alert would match.',
    query: z.strictObject({ word, building: boardId.optional() }),
    output: z.strictObject({
      count: z.int().min(0).max(PREVIEW_MAX),
      more: z.boolean(),
      /** The newest of them. */
      posts: z.array(postSummary).max(PREVIEW_POSTS),
    }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

const hour = z.int().min(0).max(23);

const settings = {
  /** Kinds that are pushed too, if they have notifications. */
  kinds,
  budget: z.int().min(1).max(PUSH_BUDGET_MAX),
  /** Quiet hours in campus time; null: none. */
  quiet: z
    .strictObject({ from: hour, to: hour })
    .refine(({ from, to }) => from !== to)
    .nullable(),
  /** Whether a push includes the answer's beginning and the post's title. */
  texts: z.boolean(),
};

/** A browser of the student with a push subscription. */
const pushDevice = z.strictObject({
  id: uuid,
  system: z.enum(PUSH_SYSTEMS),
  browser: z.enum(PUSH_BROWSERS),
  here: z.boolean(),
  addedAt: instant,
  /** Last start of the app in it. */
  usedAt: instant,
});

const pushState = z
  .strictObject({
    ...settings,
    /** Server key for subscribing, in base64url; null without keys. */
    key: z.string().nullable(),
    /** Whether unopened pushes paused further ones; saving the settings resumes them. */
    resting: z.boolean(),
    devices: z.array(pushDevice).max(PUSH_DEVICES_MAX),
  })
  .meta({ id: 'PushState' });
export type PushState = z.output<typeof pushState>;

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** Pushes to a student's browsers, ending with their sessions. */
export const pushEndpoints = {
  'GET /api/profile/push': {
    id: 'readPush',
    summary: "Returns the student's devices with push and the push settings.",
    output: pushState,
  },
  'PUT /api/profile/push': {
    id: 'changePush',
    summary: 'Changes the push settings. Also restarts pushes that stopped because none was opened.',
    body: z.strictObject(settings),
    output: pushState,
    problems: ['limit.reached'],
  },
  'PUT /api/profile/push/device': {
    id: 'subscribeDevice',
    summary:
      "Registers this browser's push subscription; repeated at each start. A subscription of another student changes its owner.",
    body: z.strictObject({
      /** At a known push service. */
      endpoint: z.url({ protocol: /^https$/ }).max(PUSH_ENDPOINT_MAX),
      /** The subscription's public key on P-256: 65 bytes. */
      p256dh: base64url.length(87),
      /** Its secret: 16 bytes. */
      auth: base64url.length(22),
    }),
    output: pushState,
    problems: ['limit.reached'],
  },
  'DELETE /api/profile/push/devices/{id}': {
    id: 'removeDevice',
    summary: 'Removes a device. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'PUT /api/push/{id}/opened': {
    id: 'openPush',
    summary: 'Records that a push was opened, by the id in its address. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
