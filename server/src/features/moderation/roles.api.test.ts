import { afterEach, expect, test } from 'vitest';
import { makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { giveRole, makeStaff } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';

const testApp = await startTestApp({ edition: 'official' });
afterEach(() => testApp.database.change('DELETE FROM roles'));

const confirm = (user: MadeUser, password = PASSWORD) =>
  user.browser.call('POST /api/moderation/confirmation', { body: { password } });
const session = async (user: MadeUser) => (await user.browser.call('GET /api/session', {})).body;
const withdraw = (user: MadeUser) =>
  user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
const operators = async () =>
  (await testApp.database.rows<{ user_id: string }>(`SELECT user_id FROM roles WHERE role = 'operator'`)).map(
    ({ user_id }) => user_id,
  );

test('[MO-07] session: contains one’s role, and nothing about roles for students', async () => {
  const [student, moderator, operator] = [
    await makeUser(testApp),
    await makeStaff(testApp, ['main-hall', 'hana-square']),
    await makeStaff(testApp),
  ];
  expect(await session(student)).not.toHaveProperty('role');
  expect((await session(moderator)).role).toEqual({ operator: false, boards: ['hana-square', 'main-hall'] });
  expect((await session(operator)).role).toEqual({ operator: true, boards: [] });
  expect((await testApp.browser().call('GET /api/session', {})).body).toEqual({ user: null });
});

test('[MO-08] without a role the calls of the area are unknown addresses, whatever is sent', async () => {
  const student = await makeUser(testApp);
  const visitor = testApp.browser();
  for (const browser of [student.browser, visitor])
    for (const json of [{ password: PASSWORD }, { password: 1 }, 'no object', { extra: true }]) {
      const unknown = await browser.send('POST', '/api/moderation/nowhere', { json });
      const answer = await browser.send('POST', '/api/moderation/confirmation', { json });
      const [one, other] = [await answer.json(), await unknown.json()] as { requestId: string }[];
      expect([answer.status, { ...one, requestId: '' }]).toEqual([404, { ...other, requestId: '' }]);
    }
});

test('[MO-08] password: opens the role of this session only, for fifteen minutes', async () => {
  const user = await makeStaff(testApp);
  expect((await confirm(user, 'wrong')).problem?.code).toBe('account.reauthentication');
  expect((await confirm(user, '')).problem?.code).toBe('input.invalid');
  expect((await confirm(user)).status).toBe(204);
  const rows = await testApp.database.rows<{ confirmed: boolean }>(
    'SELECT confirmed_at IS NOT NULL AS confirmed FROM sessions WHERE user_id = $1',
    [user.id],
  );
  expect(rows).toEqual([{ confirmed: true }]);
});

test('command line: grants, lists and removes roles, each audited', async () => {
  const user = await makeUser(testApp);
  const run = (...words: string[]) => operate(testApp, 'role', ...words);
  expect(await run('give', user.email, 'operator')).toMatchObject({
    code: 0,
    output: `student ${user.id} is operator`,
  });
  expect((await run('give', user.email, 'operator')).output).toBe(`student ${user.id} is already operator`);
  expect((await run('give', user.email, 'moderator', '--board', 'main-hall', '--reason', '선출')).code).toBe(
    0,
  );
  expect((await run('give', user.email, 'moderator')).errors).toContain('--board');
  expect((await run('give', user.email, 'moderator', '--board', 'nowhere')).errors).toContain(
    'no board "nowhere"',
  );
  expect((await run('give', user.email, 'king')).code).toBe(2);
  const listed = (await run('list', '--json')).output.split('\n').map((line) => JSON.parse(line) as object);
  expect(listed).toMatchObject([
    { id: user.id, role: 'operator', board: null },
    { id: user.id, role: 'moderator', board: 'main-hall' },
  ]);
  expect((await run('take', user.email, 'moderator', '--board', 'main-hall')).code).toBe(0);
  // Repeating it changes nothing, as on the web.
  expect((await run('take', user.email, 'moderator', '--board', 'main-hall')).output).toBe(
    `student ${user.id} is not moderator of main-hall`,
  );
  const acts = await listAuditEntries(testApp.database, 3);
  expect(acts.map(({ action, target, reason }) => [action, target, reason])).toEqual([
    ['role take moderator main-hall', user.id, null],
    ['role give moderator main-hall', user.id, '선출'],
    ['role give operator', user.id, null],
  ]);
});

test('[MO-18] [SF-37] last operator: cannot be demoted or withdraw; of two at once one stays', async () => {
  const [first, second] = [await makeStaff(testApp), await makeUser(testApp)];
  expect((await operate(testApp, 'role', 'take', first.email, 'operator')).errors).toContain('last operator');
  expect((await withdraw(first)).problem).toMatchObject({ status: 409, code: 'role.last' });
  const words = ['student', 'withdraw', first.email, '--reason', '본인 요청'];
  for (const more of [[], ['--dry-run']])
    expect(await operate(testApp, ...words, ...more)).toEqual({
      code: 1,
      output: '',
      errors: 'operator: this is the last operator: give the role to somebody else first',
    });
  expect(await operators()).toEqual([first.id]);
  expect((await session(first)).user?.id).toBe(first.id);
  await giveRole(testApp, second);
  const answers = await Promise.all([withdraw(first), withdraw(second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await operators()).toHaveLength(1);
  const [left = ''] = await operators();
  const third = await makeStaff(testApp);
  const codes = await Promise.all(
    [left, third.id].map(async (id) => (await operate(testApp, 'role', 'take', id, 'operator')).code),
  );
  expect(codes.sort()).toEqual([0, 1]);
  expect(await operators()).toHaveLength(1);
});
