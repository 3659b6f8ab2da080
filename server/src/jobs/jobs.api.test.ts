import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { note, openJobPlace, write, type JobPlace } from '../../testing/job-place.ts';
import type { Database, Transaction } from '../database/database.ts';
import { addJob, type Handler, listTroubledJobs, removeJob, sweepGivenUpJobs } from './jobs.ts';

let place: JobPlace;
beforeEach(async () => {
  place = await openJobPlace();
});
afterEach(async () => {
  vi.useRealTimers();
  await place.close();
});

test('[SF-40] job: runs once, when due, and only if its transaction commits', async () => {
  await place.add(
    { kind: 'write', key: 'now', data: { ids: [1, 'two'] } },
    { kind: 'write', key: 'chosen', dueAt: new Date(Date.now() - 60_000) },
    { kind: 'write', key: 'later', inSeconds: 3_600 },
    { kind: 'write', key: 'tomorrow', dueAt: new Date(Date.now() + 86_400_000) },
    { kind: 'unknown', key: 'of a newer version' },
  );
  const refused = place.database.transaction(async (transaction) => {
    await addJob(transaction, { kind: 'write', key: 'never' });
    throw new Error('rolled back');
  });
  await expect(refused).rejects.toThrow('rolled back');
  const got: unknown[] = [];
  const jobs = await place.start({
    write: {
      inside: async (transaction, { key, data }) => {
        got.push(data);
        await note(transaction, key ?? '');
      },
    },
  });
  await expect.poll(place.noted).toEqual(['chosen', 'now']);
  // Runs after another read of all jobs.
  await place.add({ kind: 'write', key: 'one more' });
  jobs.wake();
  await expect.poll(place.noted, { timeout: 10_000 }).toEqual(['chosen', 'now', 'one more']);
  expect(got).toContainEqual({ ids: [1, 'two'] });
  expect((await place.waiting()).map(({ key, attempts }) => [key, attempts])).toEqual([
    ['of a newer version', 0],
    ['later', 0],
    ['tomorrow', 0],
  ]);
});

test('[SF-40] process with a clock two hours off: runs jobs neither early nor late', async () => {
  const now = Date.now();
  for (const hours of [2, -2]) {
    vi.useFakeTimers({ toFake: ['Date'], now: now + hours * 3_600_000 });
    const key = `at ${hours}`;
    await place.add({ kind: 'write', key }, { kind: 'write', key: `${key}, later`, inSeconds: 3_600 });
    await place.start({ write });
    await expect.poll(place.noted).toContain(key);
    const later = (await place.waiting()).find((job) => job.key === `${key}, later`);
    expect(later).toMatchObject({ attempts: 0 });
    expect(later?.wait).toBeGreaterThan(3_500);
    expect(later?.wait).toBeLessThanOrEqual(3_600);
  }
  expect(await place.noted()).toEqual(['at -2', 'at 2']);
});

test('[SF-40] failed attempt: leaves nothing it wrote, and the next one writes it once', async () => {
  await place.add({ kind: 'write', key: 'twice' });
  let attempts = 0;
  const jobs = await place.start({
    write: {
      inside: async (transaction, { key }) => {
        attempts += 1;
        await note(transaction, key ?? '');
        if (attempts === 1) throw new Error('for kim@korea.ac.kr: the store is away');
      },
    },
  });
  await expect.poll(() => place.lines.length).toBe(1);
  expect(JSON.parse(place.lines[0] ?? '')).toMatchObject({
    level: 'warn',
    job: 'write',
    attempts: 1,
    error: 'for [address]: the store is away',
    msg: 'job not done',
  });
  expect(await place.noted()).toEqual([]);
  await expect.poll(place.waiting).toMatchObject([{ attempts: 1 }]);
  expect((await place.waiting())[0]?.wait).toBeLessThanOrEqual(2);
  await place.setDue();
  jobs.wake();
  await expect.poll(place.noted).toEqual(['twice']);
  expect(await place.waiting()).toEqual([]);
});

test('job that fails ten times: waits longer each time, then is abandoned, visibly', async () => {
  await place.add({ kind: 'fail', key: 'ever' });
  const fail = vi.fn<(job: { key: string | null }) => Promise<void>>(() => Promise.reject(new Error('no')));
  const jobs = await place.start({ fail: { outside: fail } });
  const waits: (number | null)[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await expect.poll(() => fail.mock.calls.length).toBe(attempt);
    await jobs.close();
    expect(await place.waiting()).toMatchObject([{ attempts: attempt }]);
    waits.push((await place.waiting())[0]?.wait ?? null);
    if (attempt === 3)
      expect(await listTroubledJobs(place.database)).toEqual([{ kind: 'fail', delayed: 1, givenUp: 0 }]);
    await place.setDue();
    await place.start({ fail: { outside: fail } });
  }
  for (const [index, seconds] of [2, 5, 15, 60, 300, 900, 3_600, 3_600, 3_600].entries())
    expect([0, 1]).toContain(seconds - (waits[index] ?? 0));
  expect(waits[9]).toBeNull();
  expect(await listTroubledJobs(place.database)).toEqual([{ kind: 'fail', delayed: 0, givenUp: 1 }]);
  expect(place.lines.at(-1)).toMatch(
    /"level":"error".*"job":"fail".*"attempts":10.*"job not done, abandoned"/,
  );
  // Runs after another read of this kind's jobs.
  await place.add({ kind: 'fail', key: 'one more' });
  await expect.poll(() => fail.mock.calls.length, { timeout: 10_000 }).toBe(11);
  expect(fail.mock.lastCall).toMatchObject([{ key: 'one more' }]);
  await place.database.change("DELETE FROM jobs WHERE key = 'one more'");

  await sweepGivenUpJobs(place.database);
  expect(await place.waiting()).toHaveLength(1);
  await place.database.change("UPDATE jobs SET given_up_at = now() - interval '31 days'");
  await sweepGivenUpJobs(place.database);
  expect(await place.waiting()).toEqual([]);
});

test('job that killed every process: abandoned without ending another', async () => {
  await place.add({ kind: 'write', key: 'poison' });
  await place.database.change('UPDATE jobs SET attempts = 10');
  await place.start({ write });
  await expect
    .poll(() => listTroubledJobs(place.database))
    .toEqual([{ kind: 'write', delayed: 0, givenUp: 1 }]);
  expect(await place.noted()).toEqual([]);
});

test('kind that hangs: blocks no other', async () => {
  let release = () => {};
  const hang = new Promise<void>((resolve) => (release = resolve));
  await place.add({ kind: 'hang' }, { kind: 'write', key: 'beside' });
  await place.start({ hang: { outside: () => hang }, write });
  await expect.poll(place.noted).toEqual(['beside']);
  expect(await place.waiting()).toMatchObject([{ kind: 'hang', attempts: 1 }]);
  release();
  await expect.poll(place.waiting).toEqual([]);
});

test('[SF-40] keys: an undo takes the job back, and another deletion plans it again', async () => {
  const remove = (key: string) =>
    place.database.transaction((transaction) => removeJob(transaction, 'write', key));
  await place.add({ kind: 'write', key: 'post' }, { kind: 'write', key: 'other' });
  expect(await remove('post')).toBe(true);
  expect(await remove('post')).toBe(false);
  await place.start({ write });
  await expect.poll(place.noted).toEqual(['other']);
  await place.add({ kind: 'write', key: 'post' });
  await expect.poll(place.noted, { timeout: 5_000 }).toEqual(['other', 'post']);
  expect(await remove('post')).toBe(false);
});

test('one job per key: the last addition counts, or the first if requested', async () => {
  const due = async () => (await place.waiting())[0]?.wait;
  await place.add({ kind: 'write', key: 'post', data: 1, inSeconds: 100 });
  await place.add({ kind: 'write', key: 'post', data: 2, inSeconds: 500 });
  expect([499, 500]).toContain(await due());
  await place.add({ kind: 'write', key: 'post', data: 3, inSeconds: 50, ifAbsent: true });
  expect([498, 499, 500]).toContain(await due());
  expect(await place.database.rows('SELECT data FROM jobs')).toEqual([{ data: 2 }]);
  await place.add({ kind: 'write' }, { kind: 'write' });
  expect(await place.waiting()).toHaveLength(3);
});

test('[SF-40] job removed between claim and run: not run', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = Object.assign(Object.create(place.database) as Database, {
    transaction: async (work: (transaction: Transaction) => Promise<void>) => {
      await held;
      return place.database.transaction(work);
    },
  });
  await place.add({ kind: 'write', key: 'post' });
  const jobs = await place.start({ write }, slow);
  await expect.poll(place.waiting).toMatchObject([{ attempts: 1 }]);
  const remove = () => place.database.transaction((transaction) => removeJob(transaction, 'write', 'post'));
  expect(await remove()).toBe(true);
  release();
  await jobs.close();
  expect(await place.noted()).toEqual([]);
});

test('job added while the same key runs: runs again, and stays until then', async () => {
  const releases: (() => void)[] = [];
  const got: unknown[] = [];
  const send: Handler = {
    outside: ({ data }) =>
      new Promise((resolve) => {
        got.push(data);
        releases.push(resolve);
      }),
  };
  await place.add({ kind: 'send', key: 'kim', data: 'first' });
  const first = await place.start({ send });
  await expect.poll(() => got).toEqual(['first']);
  await place.add({ kind: 'send', key: 'kim', data: 'second' });
  await place.start({ send });
  await expect.poll(() => got).toEqual(['first', 'second']);
  releases[0]?.();
  await first.close();
  expect(await place.waiting()).toMatchObject([{ key: 'kim', attempts: 1 }]);
  releases[1]?.();
  await expect.poll(place.waiting).toEqual([]);
  expect(got).toEqual(['first', 'second']);
});

test('keys: a job that has much to do does a part and adds itself again', async () => {
  let left = 3;
  await place.add({ kind: 'purge', key: 'all' });
  await place.start({
    purge: {
      async inside(transaction, { key }) {
        await note(transaction, `part ${left}`);
        left -= 1;
        if (left > 0) await addJob(transaction, { kind: 'purge', key: key ?? '' });
      },
    },
  });
  await expect.poll(place.noted, { timeout: 8_000 }).toEqual(['part 1', 'part 2', 'part 3']);
  expect(await place.waiting()).toEqual([]);
});
