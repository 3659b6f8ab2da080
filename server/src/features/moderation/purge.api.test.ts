import { PURGE_AFTER_DAYS } from '@madang/contract/posts/rules';
import { expect, test } from 'vitest';
import { makePost, makeReply, makeUser } from '../../../testing/makers.ts';
import { caseOf, makeStaff, report } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { purgeDeleted } from '../../user-data.ts';

const testApp = await startTestApp({ edition: 'official' });
const [author, reporter, operator] = [
  await makeUser(testApp),
  await makeUser(testApp),
  await makeStaff(testApp),
];

const bodyOf = async (table: 'posts' | 'replies', id: string) =>
  (await testApp.database.first<{ body: string }>(`SELECT body FROM ${table} WHERE id = $1`, [id]))?.body;
const age = (table: 'posts' | 'replies', id: string) =>
  testApp.database.change(
    `UPDATE ${table} SET deleted_at = deleted_at - interval '${PURGE_AFTER_DAYS} days' WHERE id = $1`,
    [id],
  );

test('[SF-36] open case: keeps the text of deleted content until its decision, and nothing afterwards', async () => {
  const held = await makePost(author, 'main-hall', { body: '지운 본문' });
  const parent = await makePost(author, 'main-hall', { body: '댓글이 신고된 글' });
  const other = await makePost(author);
  const [onParent, onOther] = [
    await makeReply(author, parent, '지운 댓글'),
    await makeReply(author, other, '지운 답글'),
  ];
  await report(reporter, 'post', held, 'abuse', '지운 본문이라고 썼어요');
  for (const { id } of [onParent, onOther]) await report(reporter, 'reply', id, 'abuse', '지운 댓글이에요');
  for (const id of [held, parent]) await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
  await author.browser.call('DELETE /api/replies/{id}', { path: { id: onOther.id } });
  for (const id of [held, parent]) await age('posts', id);
  await age('replies', onOther.id);
  await purgeDeleted(testApp.database);
  expect(await bodyOf('posts', held)).toBe('지운 본문');
  expect(await bodyOf('posts', parent)).toBe('댓글이 신고된 글');
  expect(await bodyOf('replies', onParent.id)).toBe('지운 댓글');
  expect(await bodyOf('replies', onOther.id)).toBe('지운 답글');

  for (const id of [held, onParent.id, onOther.id]) {
    const { id: caseId = '' } = (await caseOf(testApp, id)) ?? {};
    const detail = await operator.browser.call('GET /api/moderation/cases/{id}', { path: { id: caseId } });
    expect(detail.body.body).toContain('지운');
    const body = {
      revision: 1,
      outcome: 'upheld',
      ground: 'abuse',
      text: '지운 본문을 보았어요',
      sanction: null,
    } as const;
    const call = { path: { id: caseId }, body };
    expect((await operator.browser.call('POST /api/moderation/cases/{id}/decision', call)).status).toBe(200);
  }
  await purgeDeleted(testApp.database);
  expect(await bodyOf('posts', held)).toBe('');
  expect(await bodyOf('posts', parent)).toBe('');
  expect(await bodyOf('replies', onParent.id)).toBeUndefined();
  expect(await bodyOf('replies', onOther.id)).toBe('');
  const left = await testApp.database.rows(
    `SELECT author_id, outcome, (SELECT string_agg(text, '') FROM case_events WHERE case_id = cases.id) AS texts,
            (SELECT string_agg(note, '') FROM reports WHERE case_id = cases.id) AS notes FROM cases`,
  );
  const empty = { author_id: null, outcome: 'upheld', texts: null, notes: '' };
  expect(left).toEqual([empty, empty, empty]);
});
