import type { PushState } from '@madang/contract/notifications/schema';
import { followPush } from '../app/push/follow-push.ts';
import { createQueryClient } from '../app/query-client.ts';
import { pushQuery } from '../features/notifications/push.ts';
import { legalText, makeWholePost, me, quietPush } from './answers.ts';
import { openApp } from './open-app.tsx';
import { KEYS } from './pretended-push.ts';
import type { Answers } from './pretended-server.ts';

/** Id of a push or a user. */
export const SOME_ID = '0199aaaa-0000-7000-8000-000000000001';

/** No notifications yet, and this device is subscribed. */
export const on: PushState = { ...quietPush, key: KEYS[0] };
export const subscribed: PushState = {
  ...on,
  devices: [
    {
      id: 'here',
      system: 'android',
      browser: 'chrome',
      here: true,
      addedAt: '2026-11-20T03:00:00.000Z',
      usedAt: '2026-11-20T03:00:00.000Z',
    },
  ],
};

export const post = { ...makeWholePost(), title: '몇 층이 조용한가요' };

/** Returns an inbox with a reply to the user's own post, or to other content. */
export const inbox = (to: 'post' | 'reply' = 'post') => ({
  lines: [
    {
      id: 'line',
      kind: 'answer' as const,
      to,
      at: '2026-11-20T03:00:00.000Z',
      unread: false,
      count: 1,
      post: { id: post.id, title: post.title, buildingId: 'main-hall', buildingName: '본관' },
      replyNumber: 3,
      nickname: '다른학생',
      preview: '2층이요',
    },
  ],
  unread: 0,
  nextCursor: null,
});

const answers: Answers = {
  'GET /api/legal/{document}': legalText(),
  'GET /api/events': { events: [] },
  'GET /api/buildings': { buildings: [] },
  'GET /api/profile/push': on,
  'PUT /api/profile/push/device': subscribed,
  'DELETE /api/profile/push/devices/{id}': undefined,
  'GET /api/notifications': inbox(),
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'PUT /api/push/{id}/opened': undefined,
};

let stop = (): void => {};
export const stopPush = (): void => stop();

/** Opens the app and, when idle, the push handling, until the next call or `stopPush`. */
export async function startPush(address: string, more: Answers = {}, user: typeof me | null = me) {
  const client = createQueryClient();
  const server = await openApp(address, { ...answers, ...more }, { client, user, edition: 'official' });
  stop();
  const stopFollowing = followPush(client);
  stop = () => {
    stopFollowing();
    // A query waiting for the network would run in the next test.
    void client.cancelQueries(pushQuery);
  };
  return { client, server };
}
