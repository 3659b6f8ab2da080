import 'fake-indexeddb/auto';
import type { PushPayload } from '@madang/contract/notifications/rules';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeDatabase, notePush, readOwner } from '../src/lib/offline/database.ts';
import { claimReads, eraseReads } from '../src/lib/offline/reads.ts';
import { openPlace, placeOf, renewPush, showPush } from './push.ts';

const SITE = 'https://madang.example';
const payload: PushPayload = {
  web_push: 8030,
  notification: {
    title: '내 글에 새 댓글',
    body: '2층 창가 자리',
    navigate: `${SITE}/post/1?push=2#r3`,
    tag: 'post-1',
    lang: 'ko',
  },
  app_badge: 4,
  device: 'here',
};
const own = { device: 'here', endpoint: 'https://fcm.googleapis.com/1' };

const shown = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>();
const badge = vi.fn<(unread: number) => Promise<void>>();
const pages: unknown[] = [];
const openWindow = vi.fn<(place: string) => Promise<null>>();
const subscribe = vi.fn<(options: unknown) => Promise<unknown>>();
const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('NEWS', '새 소식이 있어요');
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('self', {
    location: { origin: SITE },
    navigator: { setAppBadge: badge.mockResolvedValue() },
    registration: { showNotification: shown.mockResolvedValue(), pushManager: { subscribe } },
    clients: { matchAll: () => Promise.resolve(pages), openWindow: openWindow.mockResolvedValue(null) },
  });
});
afterEach(async () => {
  await closeDatabase();
  pages.length = 0;
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

const push = (text: string | null) =>
  showPush({ data: text === null ? null : { json: () => JSON.parse(text) as unknown } } as PushEvent);

describe('[NO-04] a push', () => {
  it('is shown as sent to the logged-in student', async () => {
    await claimReads({ userId: 'one', ahead: 0 });
    await notePush('one', own);
    await push(JSON.stringify(payload));
    expect(shown.mock.calls).toEqual([
      [
        '내 글에 새 댓글',
        {
          body: '2층 창가 자리',
          tag: 'post-1',
          lang: 'ko',
          icon: '/icons/icon-192.png',
          data: `${SITE}/post/1?push=2#r3`,
        },
      ],
    ]);
    expect(badge).toHaveBeenCalledWith(4);
  });

  it('for another login is not shown: after a logout, another student, or the same one with the device removed', async () => {
    await claimReads({ userId: 'one', ahead: 0 });
    await notePush('one', own);
    await eraseReads();
    await push(JSON.stringify(payload));
    await notePush('one', own);
    await claimReads({ userId: 'two', ahead: 0 });
    // The first user's open page changes nothing on another's phone.
    await notePush('one', own);
    await push(JSON.stringify(payload));
    await claimReads({ userId: 'one', ahead: 0 });
    await notePush('one', { ...own, device: 'other' });
    await push(JSON.stringify(payload));
    expect(shown).not.toHaveBeenCalled();
    expect(badge).not.toHaveBeenCalled();
  });

  it('stays the student’s over starts of the app', async () => {
    await claimReads({ userId: 'one', ahead: 0 });
    await notePush('one', own);
    await claimReads({ userId: 'one', ahead: 7 });
    expect(await readOwner()).toEqual({ userId: 'one', ahead: 7, push: own });
  });

  it('is generic if the phone’s storage is unreadable', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    await push(JSON.stringify(payload));
    const [[title, options] = []] = shown.mock.calls;
    expect([title, options?.body, options?.data]).toEqual(['새 소식이 있어요', undefined, '/notifications']);
  });

  it.each([null, 'no JSON', '{}'])('with %s is shown as generic: a push is always visible', async (text) => {
    await claimReads({ userId: 'one', ahead: 0 });
    await push(text);
    expect(shown).toHaveBeenCalledWith(
      '새 소식이 있어요',
      expect.objectContaining({ data: '/notifications' }),
    );
  });
});

describe('[NO-04] tap on a notification', () => {
  const tap = (data: unknown) =>
    openPlace({ notification: { close: () => {}, data } } as unknown as NotificationEvent);
  const makePage = (answers: boolean) => ({
    focus: vi.fn<() => Promise<void>>().mockRejectedValue(new DOMException('', 'InvalidAccessError')),
    navigate: vi.fn<(place: string) => Promise<null>>().mockResolvedValue(null),
    postMessage: vi.fn<(data: unknown, ports: MessagePort[]) => void>((_, [port]) => {
      if (answers) port?.postMessage(true);
    }),
  });

  it('opens the place if no page is open', async () => {
    await tap(payload.notification.navigate);
    expect(openWindow).toHaveBeenCalledWith('/post/1?push=2#r3');
  });

  it('navigates the last visible page by its router', async () => {
    const page = makePage(true);
    pages.push(page, makePage(true));
    await tap(payload.notification.navigate);
    expect(page.focus).toHaveBeenCalledOnce();
    expect(page.postMessage).toHaveBeenCalledWith({ lead: '/post/1?push=2#r3' }, expect.anything());
    expect([page.navigate.mock.calls, openWindow.mock.calls]).toEqual([[], []]);
  });

  it('loads the place in a page that cannot, and opens one if that is refused', async () => {
    const page = makePage(false);
    pages.push(page);
    await tap('/notifications');
    expect(page.navigate).toHaveBeenCalledWith('/notifications');
    page.navigate.mockRejectedValue(new TypeError('not controlled'));
    await tap('/notifications');
    expect(openWindow).toHaveBeenCalledWith('/notifications');
  });

  it('never leads to another site', () => {
    expect(placeOf('https://elsewhere.example/post/1', SITE)).toBe('/');
    expect(placeOf('//elsewhere.example/post/1', SITE)).toBe('/');
    expect(placeOf(`${SITE}//elsewhere.example/post/1`, SITE)).toBe('/');
    expect(placeOf('/.//elsewhere.example/post/1', SITE)).toBe('/');
    expect(placeOf('https://', SITE)).toBe('/');
    expect(placeOf('/post/1?push=2', SITE)).toBe('/post/1?push=2');
  });
});

describe('[NO-04] subscription lost by the push service', () => {
  const next = {
    endpoint: 'https://fcm.googleapis.com/2',
    toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/2', keys: { p256dh: 'p', auth: 'a' } }),
  };
  const change = (more: object = {}) =>
    renewPush({ oldSubscription: { options: { applicationServerKey: 'key' } }, ...more } as never);

  it('is replaced by a new one, stored on server and phone', async () => {
    await notePush('one', own);
    subscribe.mockResolvedValue(next);
    asked.mockResolvedValue(Response.json({ devices: [{ id: 'other' }, { id: 'new', here: true }] }));
    await change();
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' });
    const [[address, { method, body } = {}] = []] = asked.mock.calls;
    expect([method, address, JSON.parse(body as string)]).toEqual([
      'PUT',
      '/api/profile/push/device',
      { endpoint: next.endpoint, p256dh: 'p', auth: 'a' },
    ]);
    expect((await readOwner())?.push).toEqual({ device: 'new', endpoint: next.endpoint });
  });

  it('without an owner is not replaced; if the server refuses, the app does it at its next start', async () => {
    await change({ newSubscription: next });
    expect(asked).not.toHaveBeenCalled();
    await notePush('one', own);
    asked.mockResolvedValue(new Response('{}', { status: 401 }));
    await change({ newSubscription: next });
    expect(subscribe).not.toHaveBeenCalled();
    expect((await readOwner())?.push).toEqual(own);
  });
});
