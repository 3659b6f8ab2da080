import type { CaseCard, CaseDetail } from '@madang/contract/moderation/staff-schema';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makePost, me } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, expectPath, field, main } from '../../testing/reading.ts';

const WHEN = '2026-11-20T03:00:00.000Z';
const official = { edition: 'official' } as const;

const card = (number: number): CaseCard => ({
  id: `case-${number}`,
  kind: 'post',
  state: 'open',
  board: { id: 'law-hall', name: '법학관' },
  title: `신고 ${number}`,
  excerpt: '',
  ground: null,
  openedAt: WHEN,
  dueAt: WHEN,
  reporters: 1,
  requests: 0,
  obstacle: null,
  revision: 1,
});
const detail = (number: number): CaseDetail => ({
  card: card(number),
  postId: 'post',
  thingId: 'post',
  hidden: false,
  deleted: false,
  body: '본문',
  keywords: [],
  pictures: [],
  createdAt: WHEN,
  editedAt: null,
  earlier: [],
  author: null,
  reasons: [{ reason: 'spam', reporters: 1 }],
  notes: [],
  requests: [],
  post: { author: null, body: '' },
  thread: [],
  events: [],
});
const moderator = { user: me, role: { operator: false, boards: ['law-hall'] } };
const queue = (...numbers: number[]) => ({
  cases: numbers.map(card),
  nextCursor: null,
  texts: { spam: '광고입니다.', restored: '문제없어요.' },
});
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/session': moderator,
  'GET /api/moderation/cases': queue(1, 2, 3),
  'GET /api/moderation/cases/{id}': ({ path }) => detail(Number(path['id']?.slice(5))),
  'POST /api/moderation/cases/{id}/decision': { state: 'upheld', revision: 2 },
  'POST /api/moderation/confirmation/start': { step: 'none', options: null },
};
const title = (name: string) => main().findByRole('heading', { level: 2, name });

test('[MO-08] moderation without a role: unknown address; with one it asks for the password and continues', async () => {
  const home: Answers = { 'GET /api/events': { events: [] }, 'GET /api/buildings': { buildings: [] } };
  for (const path of ['/moderate', '/operate', '/operate/people', '/operate/bulletin', '/operate/campus']) {
    await openApp(path, home, official);
    await expectPath('/');
  }
  await openApp('/mypage', home, official);
  await main().findByText(me.nickname);
  expect(screen.queryByRole('link', { name: '신고 처리' })).toBeNull();

  const server = await openApp(
    '/mypage',
    {
      ...answers,
      'GET /api/moderation/cases': refuse('confirmation.required'),
      'POST /api/moderation/confirmation': refuse('account.reauthentication'),
    },
    official,
  );
  await hands.click(await main().findByRole('link', { name: '신고 처리' }));
  fill(await screen.findByLabelText('비밀번호'), '아닌 것');
  await press('계속');
  await expectAlert('비밀번호가 맞지 않아요.');
  await expectFieldError(field('비밀번호'), '비밀번호가 맞지 않아요.');
  server.answer('POST /api/moderation/confirmation', undefined);
  server.answer('GET /api/moderation/cases', queue(1));
  fill(field('비밀번호'), 'correct horse');
  await press('계속');
  await title('신고 1');
  await expectPath('/moderate');
});

test('[MO-06] cases: keyboard shortcuts work; a decision is sent with its text, and the next case appears at once', async () => {
  holdClock();
  const server = await openApp('/moderate', answers, official);
  await title('신고 1');
  for (const [key, next] of [
    ['j', '신고 2'],
    ['k', '신고 1'],
  ] as const) {
    fireEvent.keyDown(document.body, { key });
    await title(next);
  }
  // Typed text stays with its case, and typed keys decide nothing.
  fill(field('작성자에게 보이는 설명'), '서로 존중해 주세요.');
  fireEvent.keyDown(field('작성자에게 보이는 설명'), { key: '1' });
  await press('다음 건');
  await title('신고 2');
  expect(field('작성자에게 보이는 설명').value).toBe('광고입니다.');
  await press('앞 건');
  await waitFor(() => expect(field('작성자에게 보이는 설명').value).toBe('서로 존중해 주세요.'));
  expect(server.writes()).toBe(0);
  for (const [key, next] of [
    ['3', '신고 2'],
    ['1', '신고 3'],
  ] as const) {
    fireEvent.keyDown(document.body, { key });
    await title(next);
    await expectAlert('처리했습니다.');
    // Keys work again.
    await passTime(1);
  }
  const sent = server.asked('POST /api/moderation/cases/{id}/decision');
  expect(sent.map(({ path, body }) => [path['id'], body])).toEqual([
    [
      'case-1',
      {
        revision: 1,
        outcome: 'upheld',
        ground: 'spam',
        text: '서로 존중해 주세요.',
        sanction: { kind: 'warning', days: 30 },
      },
    ],
    ['case-2', { revision: 1, outcome: 'upheld', ground: 'spam', text: '광고입니다.', sanction: null }],
  ]);
  // Another moderator decided first.
  server.answer('POST /api/moderation/cases/{id}/decision', refuse('case.outdated'));
  server.answer('GET /api/moderation/cases', queue());
  fireEvent.keyDown(document.body, { key: '2' });
  await expectAlert('다른 운영자가 먼저 처리했거나 내용이 바뀐 건입니다.');
  await screen.findByText('처리할 신고가 없습니다.');
});

test('[MO-06] double key press: decides one case; a decision can be undone for ten seconds', async () => {
  holdClock();
  const decided = 'POST /api/moderation/cases/{id}/decision';
  const undone = 'POST /api/moderation/cases/{id}/undo';
  const server = await openApp(
    '/moderate',
    { ...answers, [undone]: { state: 'open', revision: 3 } },
    official,
  );
  await title('신고 1');
  fireEvent.keyDown(document.body, { key: '1' });
  await title('신고 2');
  fireEvent.keyDown(document.body, { key: '1' });
  await press('가리기');
  await passTime(0.35);
  fireEvent.keyDown(document.body, { key: '2' });
  expect(server.asked(decided).map(({ path }) => path['id'])).toEqual(['case-1']);
  await press('되돌리기');
  await expectAlert('결정을 되돌렸습니다.');
  await title('신고 1');
  expect(server.asked(undone).map(({ path, body }) => [path['id'], body])).toEqual([
    ['case-1', { revision: 2 }],
  ]);
  await passTime(1);
  fireEvent.keyDown(document.body, { key: '2' });
  await title('신고 2');
  server.answer(undone, refuse('case.outdated'));
  await press('되돌리기');
  await expectAlert('되돌릴 수 있는 시간이 지났거나 그 사이에 바뀐 건입니다.');
  await passTime(1);
  fireEvent.keyDown(document.body, { key: '2' });
  await title('신고 3');
  await passTime(11);
  expect(screen.queryByRole('button', { name: '되돌리기' })).toBeNull();
});

test('[MO-12] rights form: shows errors, keeps typed text, and names where its mail went', async () => {
  const open = () => openApp('/rights', { 'POST /api/rights': undefined }, { ...official, user: null });
  const submit = () => press('확인 메일 받기');
  await open();
  await submit();
  await screen.findByText('침해된 권리를 골라 주세요.');
  fill(field('이름'), '홍길동');
  fill(field('연락받을 이메일'), 'hurt@example.org');
  fill(field('글 주소'), 'https://example.com/post/1');
  fill(field('침해된 내용'), '제 전화번호가 적혀 있어요.');
  await hands.click(field('사생활·개인정보'));
  await submit();
  await expectAlert('다른 사이트의 주소예요. 이 사이트의 글 주소를 그대로 붙여 넣어 주세요.');
  const server = await open();
  await waitFor(() => expect(field('침해된 내용').value).toBe('제 전화번호가 적혀 있어요.'));
  expect(field('사생활·개인정보').checked).toBe(true);
  fill(field('글 주소'), ` ${window.location.origin}/post/${makePost().id} `);
  await submit();
  expect((await main().findByRole('status')).textContent).toContain('hurt@example.org');
  expect(server.asked('POST /api/rights')).toHaveLength(1);
});

test('[MO-12] mailed rights link: confirms only by the button, then shows the result', async () => {
  for (const [answer, said] of [
    [undefined, '요청을 접수했습니다'],
    [refuse('token.spent'), '이미 확인했거나'],
    [refuse('rights.again'), '이미 요청하셨습니다'],
    [refuse('rights.full'), '세 건 진행 중입니다'],
  ] as const) {
    const server = await openApp(
      '/rights?token=spent',
      { 'POST /api/rights/confirmation': answer },
      { ...official, user: null },
    );
    const button = await main().findByRole('button', { name: '요청 확인하기' });
    expect(server.writes()).toBe(0);
    await hands.click(button);
    expect((await main().findByRole('status')).textContent).toContain(said);
  }
});

test('[RT-05] [RT-23] [MO-12] [MO-13] rights and transparency pages need no login; cases are listed by month and ground', async () => {
  const counts = { opened: 2, hidden: 1, upheld: 3, restored: 0, appealed: 0 };
  const none = { received: 0, declined: 0, hidden: 0, upheld: 0, ended: 0 };
  const months = [{ month: '2026-11', cases: [{ ground: 'spam' as const, ...counts }], rights: none }];
  for (const user of [null, me]) {
    for (const [path, heading] of [
      ['/rights', '권리 침해 신고'],
      ['/rights?token=spent', '권리 침해 신고'],
      ['/transparency', '운영 현황'],
    ] as const) {
      await openApp(path, { 'GET /api/transparency': { months } }, { ...official, user });
      await screen.findByRole('heading', { level: 1, name: heading });
      await expectPath(path);
    }
    const month = within(await main().findByRole('region', { name: '2026년 11월' }));
    const cells = [...month.getByRole('table').querySelectorAll('tr')].map((row) =>
      [...row.children].map(({ textContent, tagName }) => [tagName, textContent]),
    );
    const columns = ['이유', '접수', '가림', '유지', '복원', '이의'];
    expect(cells).toEqual([
      columns.map((name) => ['TH', name]),
      [['TH', '광고·도배'], ...Object.values(counts).map((count) => ['TD', String(count)])],
    ]);
  }
});
