import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consumeBody } from './body.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** Reads a body; the outcome is `end` or the code of the refusal. */
function readSlowly(limit = 10_000_000) {
  const stream = new PassThrough({ highWaterMark: limit });
  const state = { outcome: '', bytes: 0 };
  consumeBody(stream as unknown as IncomingMessage, limit, ({ length }) => (state.bytes += length)).then(
    () => (state.outcome = 'end'),
    ({ code }: { code: string }) => (state.outcome = code),
  );
  return { stream, state };
}

const streamed = () => new Promise((resolve) => setImmediate(resolve));

test('[SF-20] slow body: refused after thirty seconds', async () => {
  const { stream, state } = readSlowly();
  for (let second = 0; second < 30; second += 1) {
    stream.write('x');
    await streamed();
    expect(state.outcome).toBe('');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(state.outcome).toBe('body.slow');
});

test('large body: may take longer at a sufficient rate', async () => {
  const { stream, state } = readSlowly();
  for (let second = 0; second < 60; second += 1) {
    stream.write(Buffer.alloc(110_000));
    await streamed();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(state).toEqual({ outcome: '', bytes: 6_600_000 });
  stream.end();
  await streamed();
  expect(state.outcome).toBe('end');
});

test('a body is not stored beyond its limit, and one that breaks off is malformed', async () => {
  const long = readSlowly(10);
  long.stream.write('0123456789');
  long.stream.write('0');
  await streamed();
  expect(long.state).toEqual({ outcome: 'body.tooLarge', bytes: 10 });
  const broken = readSlowly();
  broken.stream.destroy();
  await streamed();
  expect(broken.state.outcome).toBe('request.malformed');
});
