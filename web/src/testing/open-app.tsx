import type { Me } from '@madang/contract/accounts/schema';
import type { Edition } from '@madang/contract/campus/rules';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, type MockInstance, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { createQueryClient } from '../app/query-client.ts';
import { followUser } from '../features/session/session.ts';
import { noteServerTime } from '../lib/online.ts';
import { toasts } from '../lib/toast-store.ts';
import { campus, emptyPack, me, quietPush } from './answers.ts';
import { type Answers, type PretendedServer, startServer } from './pretended-server.ts';

interface Viewer {
  /** Null for a visitor. */
  user?: Me | null;
  edition?: Edition;
  /** Client with existing data. */
  client?: QueryClient;
}

/** Empty answers to the official edition's additional calls. */
const quiet: Answers = {
  'GET /api/home': { newest: [], hottest: [], boards: {}, hotAt: null },
  'GET /api/profile/alerts': { alerts: [] },
  'GET /api/profile/push': quietPush,
  'GET /api/amenities/voices': { voices: [] },
  'GET /api/posts/{id}/reply-marks': { liked: [], muted: false, unread: 0 },
  'GET /api/posts/{id}/hidden': { post: null, replies: [] },
  'GET /api/search/similar': { posts: [] },
  'GET /api/campus/pack': emptyPack,
  'GET /api/rooms': { day: '2026-11-20', rooms: [] },
  'GET /api/meals': { day: '2026-11-20', buildings: [], meals: [] },
  'GET /api/voices': { places: {}, muted: [] },
  'GET /api/tickets': { tickets: [], medians: [] },
  'GET /api/places/now': { at: null, lead: null, keywords: [] },
};

const servers: PretendedServer[] = [];
let errors: MockInstance<typeof console.error>;

/**
 * Opens the app at an address, like a full load, with a server of these answers; missing ones fail the test.
 */
export async function openApp(
  path: string,
  answers: Answers = {},
  { user = me, edition = 'beta', client = createQueryClient() }: Viewer = {},
): Promise<PretendedServer> {
  cleanup();
  const server = startServer({
    'GET /api/session': { user },
    'GET /api/campus': {
      ...campus,
      edition,
      ...(edition === 'official' ? { pack: ['map', 'emergency'] } : {}),
    },
    'GET /api/posts/marks': { liked: [], scrapped: [] },
    'GET /api/profile/sanctions': { sanctions: [] },
    ...(edition === 'official' ? quiet : {}),
    ...answers,
  });
  servers.push(server);
  followUser(client);
  window.history.replaceState(null, '', path);
  render(<App client={client} />);
  await screen.findByRole('main');
  return server;
}

/** Simulates the user's pointer and keyboard. */
export const hands = userEvent.setup({
  // Nothing renders between the events of one press: the target could change.
  delay: null,
  advanceTimers: (ms) => void (vi.isFakeTimers() && vi.advanceTimersByTime(ms)),
});

/** Advances the time; requires `holdClock`. */
export async function passTime(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
}

/** Fakes timers that advance automatically and by `passTime`. */
export const holdClock = () => vi.useFakeTimers({ shouldAdvanceTime: true });

export function watchApp(): void {
  errors = vi.spyOn(console, 'error');
}

/** Resets all state after a test, and reports unanswered calls and console output. */
export function closeApp(): void {
  const said = errors.mock.calls;
  const unanswered = servers.flatMap((server) => server.unanswered);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  cleanup();
  toasts.dismiss();
  servers.length = 0;
  vi.useRealTimers();
  // Resets the server clock by way of a distant time: small differences are ignored.
  for (const time of [0, Date.now()]) noteServerTime(new Date(time).toISOString());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  window.history.replaceState(null, '', '/');
  expect(unanswered, 'calls without an answer').toEqual([]);
  expect(said, 'errors on the console').toEqual([]);
}

/** Replaces the value of a field at once. */
export function fill(element: HTMLElement, value: string): void {
  act(() => element.focus());
  fireEvent.change(element, { target: { value } });
}

/** Presses a button once it is shown. */
export const press = async (name: string): Promise<void> =>
  hands.click(await screen.findByRole('button', { name }));
