import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { NotificationSettings } from '@madang/contract/notifications/schema';
import { hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';
import { CUT } from '../../testing/pretended-server.ts';
import { expectAlert, field, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const settings: NotificationSettings = {
  on: true,
  kinds: { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true },
  muted: [],
};

beforeEach(holdClock);

test('[NO-01] inbox without an answer: shows an error and retries', async () => {
  const server = await openApp('/notifications', { 'GET /api/notifications': CUT }, official);
  await passTime(8);
  expect((await main().findByRole('alert')).textContent).toContain('마당 서버가 잠시 쉬고 있어요');
  await screen.findByRole('link', { name: '알림 설정' });
  server.answer('GET /api/notifications', { lines: [], nextCursor: null, unread: 0 });
  await press('다시 시도');
  await main().findByText(/^아직 알림이 없습니다\./);
});

test('[NO-01] rejected setting: shows the stored value', async () => {
  const server = await openApp(
    '/mypage/notifications',
    { 'GET /api/profile/notification-settings': settings, 'PUT /api/profile/notification-settings': CUT },
    official,
  );
  await screen.findByLabelText('공지사항');
  // The stored settings cannot be loaded either.
  server.answer('GET /api/profile/notification-settings', CUT);
  await hands.click(field('공지사항'));
  await expectAlert('마당 서버가 잠시 쉬고 있어요');
  await waitFor(() => expect(field('공지사항').checked).toBe(true));
  expect(server.asked('PUT /api/profile/notification-settings').map(({ body }) => body.kinds.notice)).toEqual(
    [false],
  );
});
