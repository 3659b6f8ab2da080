import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseError } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { problemAnswer } from './request.ts';

const error = vi.fn<Logger['error']>();
const log = { error } as unknown as Logger;
const refuse = (message: string) =>
  problemAnswer(new DatabaseError('unavailable', message, undefined, null), 'request', log);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  error.mockClear();
});

test('calls that are refused for one reason log it in one line, once a minute', () => {
  for (let call = 0; call < 1_000; call += 1) expect(refuse('connection refused').status).toBe(503);
  refuse('the disk is full');
  expect(error.mock.calls).toEqual([
    [{ requestId: 'request', error: 'DatabaseError: connection refused' }, 'server.unavailable'],
    [{ requestId: 'request', error: 'DatabaseError: the disk is full' }, 'server.unavailable'],
  ]);
  vi.advanceTimersByTime(61_000);
  refuse('connection refused');
  expect(error).toHaveBeenCalledTimes(3);
});

test('server fault: logged each time with its location', () => {
  for (let call = 0; call < 2; call += 1) problemAnswer(new Error('a fault'), 'request', log);
  expect(error).toHaveBeenCalledTimes(2);
  expect(error.mock.calls[0]?.[0]).toMatchObject({
    error: expect.stringContaining('problem-answer.test.ts') as string,
  });
});
