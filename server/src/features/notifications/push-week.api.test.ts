import { InstallationKeys } from '../../lib/installation-keys.ts';
import { randomUUID } from 'node:crypto';
import { toLocalTime } from '@madang/contract/admin/rules';
import { PUSH_BUDGET } from '@madang/contract/notifications/rules';
import { expect, test } from 'vitest';
import { makePost } from '../../../testing/makers.ts';
import { makeNotified, startPushing, type Pushing } from '../../../testing/push.ts';
import { createLog } from '../../log/log.ts';
import { PushSender } from './push-sender.ts';

/* A busy student's week by a clock of the test: due notifications, push times and texts. */

const HOUR = 3_600_000;
const counter = { addLines() {} };

const pushing: Pushing = await startPushing({ floods: false });

/** Simulates a period: notifications arrive at each step, then the sender runs. */
async function live(
  timeZone: string,
  settings: Parameters<typeof makeNotified>[1],
  { from, until, step, comes }: { from: string; until: string; step: number; comes: (at: Date) => number },
): Promise<Date[]> {
  const { database, app } = pushing.testApp;
  const { pusher } = app;
  if (!pusher) throw new Error('nothing is pushed');
  const { user, subscription } = await makeNotified(pushing, settings);
  const posts: string[] = [];
  while (posts.length < 20) posts.push(await makePost(user, 'question'));
  const sent: Date[] = [];
  let now = new Date(from);
  const sender = new PushSender(
    {
      database,
      log: createLog('silent'),
      counter,
      timeZone,
      origin: 'https://x.kr',
      secrets: new InstallationKeys(),
    },
    {
      keys: pusher.keys,
      services: ['fcm.googleapis.com'],
      clock: () => now,
      transport: {
        async send(endpoint) {
          if (endpoint === subscription.endpoint) sent.push(now);
          return { status: 201, retryAfter: null };
        },
        close() {},
      },
    },
  );
  let come = 0;
  for (; now < new Date(until); now = new Date(now.getTime() + step)) {
    for (let more = comes(now); more > 0; more -= 1) {
      come += 1;
      // Inserts as the ticket statement does, but at this time.
      await database.change(
        `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, at)
         SELECT $1, $2, 'ticket', id, id, 1, $4 FROM posts WHERE id = $3
         ON CONFLICT (user_id, kind, about_id) WHERE read_at IS NULL DO UPDATE SET at = excluded.at`,
        [randomUUID(), user.id, posts[come % posts.length], now],
      );
    }
    sender.wake();
    await sender.settled();
    // Students open pushes, to keep receiving them.
    await database.change('UPDATE push_settings SET unopened = 0 WHERE user_id = $1', [user.id]);
  }
  await sender.close();
  return sent;
}

/** Returns day and hour in local time. */
function wall(at: Date, timeZone: string): { day: string; hour: number } {
  const [day = '', hour] = toLocalTime(at.toISOString(), timeZone).split(/[T:]/);
  return { day, hour: Number(hour) };
}

function byDay(sent: readonly Date[], timeZone: string): Map<string, number[]> {
  const days = new Map<string, number[]>();
  for (const at of sent) {
    const { day, hour } = wall(at, timeZone);
    days.set(day, [...(days.get(day) ?? []), hour]);
  }
  return days;
}

test('[NO-05] busy week in Seoul: six a day, none between 22 and 8, one each morning', async () => {
  const quiet = { from: 22, to: 8 };
  const sent = await live(
    'Asia/Seoul',
    { budget: PUSH_BUDGET, quiet },
    {
      from: '2027-03-01T00:00:00+09:00',
      until: '2027-03-08T00:00:00+09:00',
      step: HOUR / 6,
      // At all hours, also at night.
      comes: (at) => Number(at.getTime() % (HOUR / 2) === 0),
    },
  );
  const days = byDay(sent, 'Asia/Seoul');
  expect(days.size).toBe(7);
  for (const [day, hours] of days) {
    expect([day, hours.length]).toEqual([day, PUSH_BUDGET]);
    expect(hours.filter((hour) => hour < 8 || hour >= 22)).toEqual([]);
    // A push at eight lists the night's notifications.
    expect([day, hours.filter((hour) => hour === 8).length > 0]).toEqual([day, true]);
  }
  const mornings = sent.filter((at) => at.getTime() % (24 * HOUR) === 23 * HOUR);
  expect(mornings).toHaveLength(7);
}, 180_000);

test.each([
  ['forward', '2027-03-27T20:00:00+01:00', '2027-03-28T12:00:00+02:00'],
  ['back', '2027-10-30T20:00:00+02:00', '2027-10-31T12:00:00+01:00'],
])(
  '[NO-05] clocks that go %s at night: one push at eight of the new time',
  async (_, from, until) => {
    const sent = await live(
      'Europe/Berlin',
      { budget: 20, quiet: { from: 22, to: 8 } },
      {
        from,
        until,
        step: HOUR / 4,
        comes: (at) => {
          const { hour } = wall(at, 'Europe/Berlin');
          return Number(hour >= 22 || hour < 8);
        },
      },
    );
    expect(sent.map((at) => wall(at, 'Europe/Berlin').hour)).toEqual([8]);
    expect(sent[0]?.getUTCMinutes()).toBe(0);
  },
  120_000,
);

test('[NO-05] quiet hours that end where the clocks skip an hour end after it', async () => {
  const sent = await live(
    'Europe/Berlin',
    { budget: 20, quiet: { from: 0, to: 2 } },
    {
      from: '2027-03-28T00:00:00+01:00',
      until: '2027-03-28T06:00:00+02:00',
      step: HOUR / 4,
      comes: (at) => Number(at.getTime() === Date.parse('2027-03-28T00:30:00+01:00')),
    },
  );
  // 02:00 is 03:00 on that day.
  expect(sent.map((at) => at.toISOString())).toEqual(['2027-03-28T01:00:00.000Z']);
}, 120_000);

test('[NO-05] at any hour, where the student wishes so', async () => {
  const sent = await live(
    'Asia/Seoul',
    { budget: 20, quiet: null },
    {
      from: '2027-03-01T23:00:00+09:00',
      until: '2027-03-02T05:00:00+09:00',
      step: HOUR,
      comes: () => 1,
    },
  );
  expect(sent).toHaveLength(6);
}, 120_000);
