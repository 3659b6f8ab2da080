import { expect, test } from 'vitest';
import { makePost, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { caseOf, makeStaff, makeUsers, report } from '../../../testing/moderation.ts';
import { ask, elapse, step } from '../../../testing/rights.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official', caching: false });
const [author, operator] = [await makeUser(testApp), await makeStaff(testApp)];

const read = async () => (await testApp.browser().call('GET /api/transparency', {})).body.months;
const decide = async (id: string, outcome: 'upheld' | 'restored', ground: 'spam' | 'rights') => {
  const { id: caseId = '', revision = 0 } = (await caseOf(testApp, id)) ?? {};
  const body = { revision, outcome, ground, text: '살펴보았습니다.', sanction: null };
  await operator.browser.call('POST /api/moderation/cases/{id}/decision', { path: { id: caseId }, body });
};

test('[MO-13] everybody reads cases by month and ground, without users or contents', async () => {
  expect(await read()).toEqual([]);
  const [spam, abuse, asked, declined] = [
    await makePost(author, 'main-hall', { title: '비밀 제목' }),
    await makePost(author),
    await makePost(author),
    await makePost(author),
  ];
  const students = await makeUsers(testApp, 4);
  await report(students[0] as MadeUser, 'post', spam, 'spam');
  await decide(spam, 'upheld', 'spam');
  for (const user of students) await report(user, 'post', abuse, 'abuse');
  const { id: caseId = '' } = (await caseOf(testApp, abuse)) ?? {};
  await author.browser.call('POST /api/cases/{id}/appeal', {
    path: { id: caseId },
    body: { text: '제 글이에요' },
  });
  await ask(testApp, `/post/${declined}`);
  await decide(declined, 'restored', 'rights');
  const email = await ask(testApp, `/post/${asked}`);
  // A request about a missing post counts as received, and hid nothing.
  const nowhere = await ask(testApp, '/post/0190c0de-0000-7000-8000-00000000abcd');
  const zeros = { opened: 0, hidden: 0, upheld: 0, restored: 0, appealed: 0 };
  const [month, ...others] = await read();
  expect(others).toEqual([]);
  expect(month).toEqual({
    month: expect.stringMatching(/^\d{4}-\d{2}$/),
    cases: [
      { ...zeros, ground: 'spam', opened: 1, upheld: 1 },
      { ...zeros, ground: 'abuse', opened: 1, hidden: 1, appealed: 1 },
      { ...zeros, ground: 'rights', opened: 2, restored: 1 },
    ],
    rights: { received: 3, declined: 1, hidden: 0, upheld: 0, ended: 0 },
  });
  // Older events belong to another month or are omitted; months follow campus time.
  await testApp.database.change(
    `UPDATE case_events SET at = date_trunc('month', now() AT TIME ZONE 'Asia/Seoul') AT TIME ZONE 'Asia/Seoul' - interval '1 second'
      WHERE case_id = $1`,
    [(await caseOf(testApp, spam))?.id],
  );
  await testApp.database.change(`UPDATE case_events SET at = at - interval '13 months' WHERE case_id = $1`, [
    caseId,
  ]);
  await elapse(testApp, 24);
  await step(testApp, email);
  await step(testApp, nowhere);
  const later = await read();
  const all = later.flatMap(({ cases }) => cases);
  expect(all.find(({ ground }) => ground === 'abuse')).toBeUndefined();
  expect(later.at(-1)?.cases.find(({ ground }) => ground === 'spam')).toEqual({
    ...zeros,
    ground: 'spam',
    opened: 1,
    upheld: 1,
  });
  expect(new Set(later.map(({ month: name }) => name)).size).toBe(2);
  expect(later.map(({ rights }) => rights.hidden).reduce((sum, count) => sum + count)).toBe(1);
  const text = JSON.stringify(later);
  for (const trace of [author.nickname, author.email, email, '비밀 제목', spam])
    expect(text).not.toContain(trace);
  await elapse(testApp, 30 * 24);
  await step(testApp, email);
  await step(testApp, nowhere);
  expect((await read()).map(({ rights }) => rights.ended).reduce((sum, count) => sum + count)).toBe(1);
});
