import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, endGiven, giveAnswers } from '../lib/api.ts';
import { createQueryClient } from './query-client.ts';

const requested = vi.fn<typeof fetch>(() => new Promise(() => {}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('fetch', requested);
  requested.mockClear();
  giveAnswers({ 'GET /api/buildings': { buildings: [] } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  const client = createQueryClient();
  const options = { queryKey: ['buildings'], ...ask('GET /api/buildings', undefined) };
  const stop = new QueryObserver(client, options).subscribe(() => {});
  return { client, stop };
}

test('answer included in a new page: shown, and not requested', () => {
  const { client, stop } = open();
  expect(client.getQueryData(['buildings'])).toEqual({ buildings: [] });
  expect(requested).not.toHaveBeenCalled();
  void client.invalidateQueries({ queryKey: ['buildings'] });
  expect(requested).toHaveBeenCalledOnce();
  stop();
});

test.each([
  ['five seconds later', () => vi.advanceTimersByTime(5_001)],
  ['after a write', endGiven],
  ['from the device', () => giveAnswers({ 'GET /api/buildings': { buildings: [] } }, true)],
])('answer included in a page: shown and requested %s', (_, pass) => {
  pass();
  const { client, stop } = open();
  expect(client.getQueryData(['buildings'])).toEqual({ buildings: [] });
  expect(requested).toHaveBeenCalledOnce();
  stop();
});
