import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';

const testApp = await startTestApp();
const folder = makeFolder('stats');
await testApp.database.change(
  `INSERT INTO analytics_events (kind, screen, at, count) VALUES
       ('screenView', '/', '2026-03-01T14:59:00Z', 3), ('screenView', '/', '2026-03-01T15:00:00Z', 1200),
       ('screenView', '/post/:id', '2026-03-01T15:00:00Z', 34), ('like', NULL, '2026-03-03T01:00:00Z', 7)`,
);

const range = ['--from', '2026-03-01', '--to', '2026-03-03'];

test('[CA-08] daily counts: as table, CSV and JSON, quiet days included, by campus days', async () => {
  const csv = await operate(testApp, 'stats', ...range, '--csv');
  expect(csv).toEqual({
    code: 0,
    errors: '',
    output: [
      '\uFEFFday,screenViews,signUps,logins,posts,replies,likes',
      '2026-03-01,3,0,0,0,0,0',
      '2026-03-02,1234,0,0,0,0,0',
      '2026-03-03,0,0,0,0,0,7',
    ].join('\n'),
  });
  const table = await operate(testApp, 'stats', ...range);
  expect(table.output.split('\n')[0]).toMatch(/^day +screen views +sign-ups +logins +posts +replies +likes$/);
  expect(table.output).toMatch(/^2026-03-03 +0 +0 +0 +0 +0 +7$/m);
  const json = await operate(testApp, 'stats', ...range, '--json');
  expect(JSON.parse(json.output.split('\n')[1] ?? '')).toEqual({
    day: '2026-03-02',
    screenViews: 1234,
    signUps: 0,
    logins: 0,
    posts: 0,
    replies: 0,
    likes: 0,
  });
  const byScreen = await operate(testApp, 'stats', ...range, '--by', 'screen', '--csv');
  expect(byScreen.output.split('\n')).toEqual([
    '\uFEFFday,screen,views',
    '2026-03-01,/,3',
    '2026-03-02,/,1200',
    '2026-03-02,/post/:id,34',
  ]);
  expect((await operate(testApp, 'stats', '--json')).output.split('\n')).toHaveLength(30);
});

test('[CA-08] report: one page without other requests, with plots, their numbers, a table', async () => {
  const file = join(folder, 'report.html');
  expect(await operate(testApp, 'stats', ...range, '--html', file)).toMatchObject({ code: 0, errors: '' });
  const page = await readFile(file, 'utf8');
  expect(page.match(/<svg /g)).toHaveLength(6);
  expect(page).toContain('aria-label="screen views by day"');
  expect(page).toContain('most: 1,234 on <time>2026-03-02</time>');
  expect(page).toContain('<td>2026-03-03</td><td>0</td>');
  expect(page).not.toMatch(/<script|https?:|url\(|@import|src=|href=/);
  const nowhere = await operate(testApp, 'stats', '--html', join(folder, 'no', 'report.html'));
  expect([nowhere.code, nowhere.errors.split('\n').length]).toEqual([1, 1]);
});

test('report: shows searches, unfound terms and bookmarks if there are any, as text', async () => {
  const { database } = testApp;
  await database.change(
    `INSERT INTO analytics_events (kind, screen, at, count) VALUES
       ('search', NULL, '2026-04-01T01:00:00Z', 90), ('unfound', NULL, '2026-04-01T01:00:00Z', 12),
       ('scrap', NULL, '2026-04-02T01:00:00Z', 5)`,
  );
  await database.change(
    `INSERT INTO unfound_terms (day, term, students) VALUES ('2026-04-01', '<b>수영장</b>', 6)`,
  );
  const april = ['--from', '2026-04-01', '--to', '2026-04-02'];
  const file = join(folder, 'april.html');
  expect(await operate(testApp, 'stats', ...april, '--html', file)).toMatchObject({ code: 0, errors: '' });
  const page = await readFile(file, 'utf8');
  for (const title of ['searches', 'searches that found nothing', 'scraps'])
    expect(page).toContain(`aria-label="${title} by day"`);
  expect(page).toContain('<td>2026-04-01</td><td>&lt;b>수영장&lt;/b></td><td>6</td>');
  const by = async (what: string) =>
    (await operate(testApp, 'stats', ...april, '--by', what, '--csv')).output.split('\n');
  expect(await by('scrap')).toEqual(['\uFEFFday,scraps', '2026-04-01,0', '2026-04-02,5']);
  expect(await by('search')).toEqual(['\uFEFFday,searches,unfound', '2026-04-01,90,12', '2026-04-02,0,0']);
});

test('inbox notifications: counted by day and kind, created and opened', async () => {
  await testApp.database.change(
    `INSERT INTO analytics_events (kind, screen, at, count) VALUES
       ('lineMade', 'answer', '2026-05-01T01:00:00Z', 7), ('lineOpened', 'answer', '2026-05-01T01:00:00Z', 4),
       ('lineMade', 'answer', '2026-05-01T02:00:00Z', 1), ('lineOpened', 'notice', '2026-05-02T01:00:00Z', 2)`,
  );
  const may = ['--from', '2026-05-01', '--to', '2026-05-02'];
  const { output } = await operate(testApp, 'stats', ...may, '--by', 'inbox', '--csv');
  expect(output.split('\n')).toEqual([
    '\uFEFFday,line,made,opened',
    '2026-05-01,answer,8,4',
    '2026-05-02,notice,0,2',
  ]);
  // A notification is no view of a screen.
  const views = await operate(testApp, 'stats', ...may, '--by', 'screen', '--csv');
  expect(views.output).toBe('\uFEFFday,screen,views');
});

test('invalid days, a wrong order and exclusive forms: refused', async () => {
  for (const day of ['2026-02-30', '2026-3-1', 'yesterday'])
    expect(await operate(testApp, 'stats', '--from', day)).toMatchObject({ code: 2, output: '' });
  expect((await operate(testApp, 'stats', '--csv', '--json')).code).toBe(2);
  expect((await operate(testApp, 'stats', '--by', 'student')).code).toBe(2);
  const backwards = await operate(testApp, 'stats', '--from', '2026-03-03', '--to', '2026-03-01');
  expect(backwards).toMatchObject({
    code: 1,
    errors: 'operator: --from 2026-03-03 is after --to 2026-03-01',
  });
  const long = await operate(testApp, 'stats', '--from', '0226-03-01', '--to', '2026-03-01');
  expect(long).toMatchObject({ code: 1, errors: expect.stringContaining('more than ten years') as string });
});
