import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { note, openJobPlace, write, type JobPlace } from '../../testing/job-place.ts';
import { type Handler, listTroubledJobs, removeJob } from './jobs.ts';

let place: JobPlace;
beforeEach(async () => {
  place = await openJobPlace();
});
afterEach(() => place.close());

describe('recurring jobs', () => {
  /** Returns the hours or days of Seoul that begin before the job is due. */
  const next = (period: 'hour' | 'day') =>
    place.database.first<{ fits: boolean }>(
      `SELECT bool_and(due_at > now() AND due_at <= now() + ('1 ' || $1)::interval
              AND due_at = date_trunc($1, due_at, 'Asia/Seoul')) AS fits FROM jobs WHERE kind = $1`,
      [period],
    );

  test('[SF-40] exist once, due at the next campus hour or day, and run once in each', async () => {
    const every = (period: 'hour' | 'day'): Handler => ({
      every: period,
      inside: (transaction) => note(transaction, period),
    });
    const handlers = { hour: every('hour'), day: every('day') };
    await place.start(handlers);
    await (await place.start(handlers)).close();
    expect((await place.waiting()).map(({ kind }) => kind)).toEqual(['day', 'hour']);
    for (const period of ['hour', 'day'] as const) expect(await next(period)).toEqual({ fits: true });
    expect(await place.noted()).toEqual([]);
    await place.setDue();
    await expect.poll(place.noted, { timeout: 5_000 }).toEqual(['day', 'hour']);
    for (const period of ['hour', 'day'] as const) expect(await next(period)).toEqual({ fits: true });
    await sleep(2_500);
    expect(await place.noted()).toEqual(['day', 'hour']);
  });

  test('abandoned: tried again in the next period, and healthy once that succeeds', async () => {
    let broken = true;
    const jobs = await place.start({
      hour: {
        every: 'hour',
        outside: () => (broken ? Promise.reject(new Error('no')) : Promise.resolve()),
      },
    });
    await place.database.change('UPDATE jobs SET attempts = 9, due_at = now()');
    jobs.wake();
    await expect
      .poll(() => listTroubledJobs(place.database))
      .toEqual([{ kind: 'hour', delayed: 0, givenUp: 1 }]);
    expect(await next('hour')).toEqual({ fits: true });
    broken = false;
    await place.setDue();
    jobs.wake();
    await expect.poll(() => listTroubledJobs(place.database)).toEqual([]);
    expect(await next('hour')).toEqual({ fits: true });
  });
});

test('worker that returns after its lease: neither removes nor delays another worker’s job', async () => {
  const releases: ((error?: Error) => void)[] = [];
  const held: Handler = {
    outside: () =>
      new Promise((resolve, reject) => releases.push((error) => (error ? reject(error) : resolve()))),
  };
  await place.add({ kind: 'held', key: 'ends well' }, { kind: 'fails', key: 'ends badly' });
  const first = await place.start({ held, fails: held });
  await expect.poll(() => releases.length).toBe(2);
  await place.setDue();
  await place.start({ held, fails: held });
  await expect.poll(() => releases.length).toBe(4);
  const taken = await place.waiting();
  expect(taken.map(({ attempts }) => attempts)).toEqual([2, 2]);
  releases[0]?.();
  releases[1]?.(new Error('no'));
  await first.close();
  const after = await place.waiting();
  expect(after.map(({ key, attempts }) => [key, attempts])).toEqual([
    ['ends badly', 2],
    ['ends well', 2],
  ]);
  for (const { wait } of after) expect(wait).toBeGreaterThan(50);
  for (const release of releases) release();
  await expect.poll(place.waiting).toEqual([]);
});

/** The embedded engine allows one process, so there is no race. */
describe.runIf(inject('engine') === 'postgres')('two processes', () => {
  test('a hundred jobs are each done once, and both processes do some', async () => {
    const by: string[] = [];
    const work = (name: string): Record<string, Handler> => ({
      write: {
        async inside(transaction, { key }) {
          by.push(name);
          await transaction.rows('SELECT pg_sleep(0.02)');
          await note(transaction, key ?? '');
        },
      },
    });
    const keys = Array.from({ length: 100 }, (_, index) => `job ${100 + index}`);
    await place.add(...keys.map((key) => ({ kind: 'write', key })));
    await Promise.all([place.start(work('one')), place.start(work('other'), place.openOther())]);
    await expect.poll(place.waiting, { timeout: 15_000 }).toEqual([]);
    expect(await place.noted()).toEqual(keys);
    expect(by.length).toBe(100);
    expect(new Set(by)).toEqual(new Set(['one', 'other']));
  });

  test('removal while a job is claimed: it is not run; while running: too late', async () => {
    await place.add({ kind: 'write', key: 'post' });
    let undo = () => {};
    const undone = new Promise<void>((resolve) => (undo = resolve));
    const removal = place.database.transaction(async (transaction) => {
      const removed = await removeJob(transaction, 'write', 'post');
      await undone;
      return removed;
    });
    await sleep(100);
    const jobs = await place.start({ write });
    await sleep(300);
    undo();
    expect(await removal).toBe(true);
    jobs.wake();
    await sleep(300);
    expect(await place.noted()).toEqual([]);

    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = false;
    await place.start({
      slow: {
        async inside(transaction, { key }) {
          begun = true;
          await note(transaction, key ?? '');
          await held;
        },
      },
    });
    await place.add({ kind: 'slow', key: 'post' });
    await expect.poll(() => begun, { timeout: 5_000 }).toBe(true);
    const late = place.database.transaction((transaction) => removeJob(transaction, 'slow', 'post'));
    await sleep(100);
    release();
    expect(await late).toBe(false);
    expect(await place.noted()).toEqual(['post']);
  });

  test('job added while the same runs in a transaction: waits for it, then runs', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    await place.start({
      slow: {
        async inside(transaction, { data }) {
          begun += 1;
          await held;
          await note(transaction, String(data));
        },
      },
    });
    await place.add({ kind: 'slow', key: 'kim', data: 'first' });
    await expect.poll(() => begun, { timeout: 5_000 }).toBe(1);
    const added = place.add({ kind: 'slow', key: 'kim', data: 'second' });
    await sleep(100);
    release();
    await added;
    await expect.poll(place.noted, { timeout: 5_000 }).toEqual(['first', 'second']);
    expect(await place.waiting()).toEqual([]);
  });
});
