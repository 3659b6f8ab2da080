import { ENTRY_KINDS, type EntryKind } from '@madang/contract/admin/rules';
import type { EntryInput } from '@madang/contract/admin/schema';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { makePost, makeUpload, PASSWORD, makeUser } from '../../../testing/makers.ts';
import { NEW_ENTRY, saveEntry, seeEntry } from '../../../testing/entries.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';

const testApp = await startTestApp({ edition: 'official', caching: false });
const [operator, student] = [await makeStaff(testApp), await makeUser(testApp)];

const save = (kind: EntryKind, id: string, changes: Partial<EntryInput> = {}, who = operator) =>
  saveEntry(who, kind, id, changes);
const read = async (kind: EntryKind, id: string) =>
  (await operator.browser.call('GET /api/operate/bulletin/{kind}/{id}', { path: { kind, id } })).body;
const withdraw = (kind: EntryKind, id: string) =>
  operator.browser.call('DELETE /api/operate/bulletin/{kind}/{id}', { path: { kind, id } });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const acts = async (id: string) =>
  (await listAuditEntries(testApp.database, 1_000))
    .filter(({ target }) => target === id)
    .map(({ actor, action }) => [actor, action])
    .toReversed();
const picture = (kind: EntryKind, id: string) =>
  operator.browser.send('GET', `/api/operate/bulletin/${kind}/${id}/picture`);

const seen = (kind: EntryKind, id: string) => seeEntry(student, kind, id);

/** Makes the plan's job due; the running server does the rest. */
async function letComeTrue(id: string, turn: 'begin' | 'end'): Promise<void> {
  await testApp.database.change(
    `UPDATE jobs SET due_at = now() WHERE kind = 'turnEntry' AND data ->> 'id' = $1 AND data ->> 'turn' = $2`,
    [id, turn],
  );
  testApp.app.jobs.wake();
}
const jobsOf = async (id: string) =>
  (
    await testApp.database.rows<{ turn: string }>(
      `SELECT data ->> 'turn' AS turn FROM jobs WHERE kind = 'turnEntry' AND data ->> 'id' = $1 ORDER BY due_at`,
      [id],
    )
  ).map(({ turn }) => turn);

describe.each(ENTRY_KINDS)('%s', (kind) => {
  test('[MO-14] [MO-09] is written, changed and withdrawn, each one act in the log with the person', async () => {
    const id = uuidv7();
    const written = await save(kind, id, { title: ` ${NEW_ENTRY.title} ` });
    expect(written.body).toMatchObject({ kind, id, state: 'shown', title: NEW_ENTRY.title, picture: null });
    expect(await seen(kind, id)).toMatchObject({ title: NEW_ENTRY.title, body: NEW_ENTRY.body, image: null });
    // A double tap, and a retry after a lost answer.
    expect((await save(kind, id)).body).toEqual(written.body);
    const { version } = written.body;
    const changed = await save(kind, id, { version, title: '바뀐 제목' });
    expect(await seen(kind, id)).toMatchObject({ title: '바뀐 제목', body: NEW_ENTRY.body });
    expect((await save(kind, id, { version, title: '바뀐 제목' })).body).toEqual(changed.body);
    expect((await withdraw(kind, id)).status).toBe(204);
    expect((await withdraw(kind, id)).status).toBe(204);
    expect(await seen(kind, id)).toBeUndefined();
    expect(await read(kind, id)).toMatchObject({ state: 'withdrawn', title: '바뀐 제목', shownAt: null });
    expect(await acts(id)).toEqual([
      [operator.id, `${kind} add`],
      [operator.id, `${kind} edit`],
      [operator.id, `${kind} remove`],
    ]);
  });

  test('[MO-14] plan: invisible before its begin and after its end', async () => {
    const id = uuidv7();
    const [beginsAt, endsAt] = [inHours(1), inHours(2)];
    const planned = await save(kind, id, { beginsAt, endsAt, uploadId: await makeUpload(operator) });
    expect(planned.body).toMatchObject({ state: 'planned', beginsAt, endsAt, shownAt: null });
    expect(await seen(kind, id)).toBeUndefined();
    expect((await student.browser.send('GET', `/EventImg/${id}.png`)).status).toBe(404);
    expect((await picture(kind, id)).status).toBe(200);
    expect(await jobsOf(id)).toEqual(['begin', 'end']);

    await letComeTrue(id, 'begin');
    await expect.poll(() => seen(kind, id), { timeout: 5_000 }).toMatchObject({ title: NEW_ENTRY.title });
    const there = await seen(kind, id);
    // Created at publication.
    expect(Date.now() - Date.parse(String(there?.createdAt))).toBeLessThan(10_000);
    const image = await student.browser.send('GET', String(there?.image));
    expect([image.status, (await image.arrayBuffer()).byteLength > 50]).toEqual([200, true]);
    expect(await read(kind, id)).toMatchObject({ state: 'shown', beginsAt, endsAt });

    await letComeTrue(id, 'end');
    await expect.poll(() => seen(kind, id), { timeout: 5_000 }).toBeUndefined();
    expect(await read(kind, id)).toMatchObject({
      state: 'ended',
      title: NEW_ENTRY.title,
      body: NEW_ENTRY.body,
    });
    expect((await student.browser.send('GET', String(there?.image))).status).toBe(404);
    expect(await jobsOf(id)).toEqual([]);
  });

  test('[MO-14] plan: may be changed, brought forward and withdrawn; replaced times have no effect', async () => {
    const id = uuidv7();
    const first = await save(kind, id, { beginsAt: inHours(1), uploadId: await makeUpload(operator) });
    const later = await save(kind, id, {
      version: first.body.version,
      keepPicture: true,
      beginsAt: inHours(5),
      endsAt: inHours(6),
    });
    expect(later.body).toMatchObject({ state: 'planned', picture: first.body.picture });
    // The job of the earlier plan.
    await testApp.database.change(
      `UPDATE jobs SET due_at = now() WHERE id = (
         SELECT id FROM jobs WHERE data ->> 'id' = $1 ORDER BY due_at LIMIT 1)`,
      [id],
    );
    testApp.app.jobs.wake();
    await expect.poll(() => jobsOf(id), { timeout: 5_000 }).toEqual(['begin', 'end']);
    expect(await read(kind, id)).toMatchObject({ state: 'planned' });
    const now = await save(kind, id, { version: later.body.version, title: '지금 바로', endsAt: inHours(7) });
    expect(now.body).toMatchObject({ state: 'shown', picture: null });
    expect(await seen(kind, id)).toMatchObject({ title: '지금 바로', image: null });
    expect((await withdraw(kind, id)).status).toBe(204);
    for (const turn of ['begin', 'end'] as const) await letComeTrue(id, turn);
    await expect.poll(() => jobsOf(id), { timeout: 5_000 }).toEqual([]);
    expect(await read(kind, id)).toMatchObject({ state: 'withdrawn', title: '지금 바로' });

    const never = uuidv7();
    await save(kind, never, { beginsAt: inHours(1), uploadId: await makeUpload(operator) });
    expect((await withdraw(kind, never)).status).toBe(204);
    await letComeTrue(never, 'begin');
    await expect.poll(() => jobsOf(never), { timeout: 5_000 }).toEqual([]);
    expect([await seen(kind, never), (await picture(kind, never)).status]).toEqual([undefined, 404]);
    expect((await read(kind, never)).state).toBe('withdrawn');
  });

  test('[MO-14] picture: set, kept, replaced and removed; unused ones leave the store', async () => {
    const id = uuidv7();
    const one = await save(kind, id, { uploadId: await makeUpload(operator, 'red') });
    const two = await save(kind, id, {
      version: one.body.version,
      uploadId: await makeUpload(operator, 'blue'),
    });
    expect(two.body.picture).not.toBe(one.body.picture);
    const kept = await save(kind, id, {
      version: two.body.version,
      title: '그림은 그대로',
      keepPicture: true,
    });
    expect(kept.body.picture).toBe(two.body.picture);
    const { image } = (await seen(kind, id)) ?? {};
    expect((await student.browser.send('GET', String(image))).status).toBe(200);
    const none = await save(kind, id, { version: kept.body.version, title: '그림 없이' });
    expect(none.body.picture).toBeNull();
    expect(await seen(kind, id)).toMatchObject({ title: '그림 없이', image: null });
    expect((await student.browser.send('GET', String(image))).status).toBe(404);
    expect(await testApp.database.rows('SELECT key FROM image_removals WHERE due_at <= now()')).toEqual([]);
    const foreign = await save(kind, id, {
      version: none.body.version,
      uploadId: await makeUpload(student),
    });
    expect(foreign.problem).toMatchObject({
      code: 'input.invalid',
      fields: [{ field: 'uploadId', code: 'invalid' }],
    });
  });

  test('[MO-14] two operators change the same: the later one is notified, and nothing is overwritten', async () => {
    const other = await makeStaff(testApp);
    const id = uuidv7();
    const { version } = (await save(kind, id)).body;
    const answers = await Promise.all([
      save(kind, id, { version, title: '한 사람' }),
      save(kind, id, { version, title: '다른 사람' }, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.problem?.code).toBe('edit.outdated');
    const stands = await read(kind, id);
    expect((await seen(kind, id))?.title).toBe(stands.title);
    // The command line counts as another operator.
    expect(await operate(testApp, kind, 'edit', id, '--body', '터미널에서')).toMatchObject({ code: 0 });
    const late = await save(kind, id, { version: stands.version, title: '늦은 사람' });
    expect(late.problem?.code).toBe('edit.outdated');
    await withdraw(kind, id);
    const gone = await save(kind, id, { version: (await read(kind, id)).version, title: '끝난 뒤' });
    expect(gone.problem?.code).toBe('edit.outdated');
    expect(await acts(id)).toHaveLength(4);
  });

  test('[MO-14] entries of the command line: changed and withdrawn on the web, and vice versa', async () => {
    const { output } = await operate(testApp, kind, 'add', '--title', '터미널', '--body', '본문', '--json');
    const { id } = JSON.parse(output) as { id: string };
    const found = await read(kind, id);
    expect(found).toMatchObject({ state: 'shown', title: '터미널', beginsAt: null, endsAt: null });
    const ends = await save(kind, id, { version: found.version, title: '웹에서', endsAt: inHours(1) });
    expect(ends.body).toMatchObject({ state: 'shown', title: '웹에서' });
    await letComeTrue(id, 'end');
    await expect.poll(() => seen(kind, id), { timeout: 5_000 }).toBeUndefined();

    const planned = uuidv7();
    await save(kind, planned, { title: '예약한 글', beginsAt: inHours(1) });
    const list = await operate(testApp, kind, 'list');
    expect(list.output).toMatch(new RegExp(`${planned}.*예약한 글.*planned`));
    expect(list.output).toMatch(new RegExp(`${id}.*웹에서.*ended`));
    await operate(testApp, kind, 'edit', planned, '--title', '다시 예약한 글');
    expect(await read(kind, planned)).toMatchObject({ state: 'planned', title: '다시 예약한 글' });
    expect(await operate(testApp, kind, 'remove', planned)).toMatchObject({ code: 0 });
    expect((await read(kind, planned)).state).toBe('withdrawn');
    const shown = uuidv7();
    await save(kind, shown);
    expect(await operate(testApp, kind, 'remove', shown)).toMatchObject({ code: 0 });
    expect(await seen(kind, shown)).toBeUndefined();
    expect((await read(kind, shown)).state).toBe('withdrawn');
    const { entries } = (await operator.browser.call('GET /api/operate/bulletin/{kind}', { path: { kind } }))
      .body;
    const states = new Map(entries.map((entry) => [entry.id, entry.state]));
    expect([id, planned, shown].map((one) => states.get(one))).toEqual(['ended', 'withdrawn', 'withdrawn']);
  });
});

test('[MO-14] begin in the past: shown at once; an end not after the begin is rejected', async () => {
  const id = uuidv7();
  expect((await save('notice', id, { beginsAt: inHours(-3) })).body).toMatchObject({ state: 'shown' });
  const refused = [
    [{ endsAt: inHours(-1) }, 'endsAt', 'end.early'],
    [{ beginsAt: inHours(2), endsAt: inHours(1) }, 'endsAt', 'end.early'],
    [{ beginsAt: '2926-11-23T00:00:00.000Z' }, 'beginsAt', 'invalid'],
    [{ endsAt: '0000-01-01T00:00:00.000Z' }, 'endsAt', 'invalid'],
    [{ title: ' ' }, 'title', 'required'],
    [{ title: '두\n줄' }, 'title', 'invalid'],
    [{ body: '가'.repeat(10_001) }, 'body', 'tooLong'],
  ] as const;
  for (const [changes, field, code] of refused) {
    const { status, problem } = await save('event', uuidv7(), changes);
    expect([status, problem?.fields]).toEqual([422, [{ field, code }]]);
  }
  const version = (await read('notice', id)).version;
  const moved = await save('notice', id, { version, beginsAt: inHours(1) });
  expect(moved.problem?.fields).toEqual([{ field: 'beginsAt', code: 'invalid' }]);
});

test('[MO-14] plan past its end before it began: never shown', async () => {
  const id = uuidv7();
  await save('event', id, { beginsAt: inHours(1), endsAt: inHours(2) });
  // No process ran: both times are past when one starts.
  await testApp.database.change(
    `UPDATE bulletin_entries SET ends_at = now() - interval '1 minute' WHERE id = $1`,
    [id],
  );
  await letComeTrue(id, 'begin');
  await expect.poll(() => read('event', id), { timeout: 5_000 }).toMatchObject({ state: 'ended' });
  expect(await seen('event', id)).toBeUndefined();
});

test('[MO-14] id: identifies one entry; other kinds and posts are not overwritten', async () => {
  const id = uuidv7();
  await save('event', id);
  expect((await save('notice', id)).problem?.code).toBe('identifier.taken');
  expect((await save('event', id, { title: '다른 제목' })).problem?.code).toBe('identifier.taken');
  const taken = await save('facility-notice', await makePost(student));
  expect(taken.problem?.code).toBe('identifier.taken');
  expect((await save('event', uuidv7(), { version: 'unknown' })).problem?.code).toBe('resource.missing');
});

test('[MO-14] picture of a facility notice: stays after its uploader’s withdrawal', async () => {
  const leaving = await makeStaff(testApp);
  const id = uuidv7();
  await save('facility-notice', id, { uploadId: await makeUpload(leaving) }, leaving);
  const { image } = (await seen('facility-notice', id)) ?? {};
  const gone = await leaving.browser.call('POST /api/profile/withdrawal', {
    body: { password: PASSWORD },
  });
  expect(gone.status).toBe(204);
  expect((await student.browser.send('GET', String(image))).status).toBe(200);
});
