import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeWholePost, me } from '../../testing/answers.ts';
import { fill, hands, press } from '../../testing/open-app.tsx';
import { CUT, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath } from '../../testing/reading.ts';
import {
  body,
  fillPost,
  keywordButton,
  openWrite,
  sentPosts,
  submit,
  title,
} from '../../testing/write-form.ts';

const POST = 'POST /api/buildings/{buildingId}/posts';
const HALL = '/building/main-hall';
const busy = () => screen.getByRole('button', { name: '등록' }).getAttribute('aria-busy') === 'true';

async function chooseKeyword(name: string): Promise<void> {
  await hands.click(keywordButton());
  const sheet = within(await screen.findByRole('dialog', { name: '키워드 선택' }));
  await hands.click(sheet.getByRole('button', { name }));
  await hands.click(sheet.getByRole('button', { name: '완료' }));
}

/** Expects the form's initial values on this board. */
async function expectDraft(from: string, name: string, keyword = '선택 안 함', user = me): Promise<void> {
  await openWrite(from, {}, { user });
  await waitFor(() => expect(title().value).toBe(name));
  expect(keywordButton().textContent).toContain(keyword);
}

test('draft: belongs to its board and student, however the board was chosen', async () => {
  await openWrite('/building/law-hall');
  await fillPost('법학관 이야기');
  await chooseKeyword('콘센트 장소');
  for (const board of [HALL, '/board/question', '/board/festival']) {
    await openWrite(board);
    await screen.findByLabelText('제목');
    expect([title().value, body().value]).toEqual(['', '']);
  }
  fill(title(), '축제 이야기');
  await openWrite('/write');
  for (const [building, draft] of [
    [/^본관/, ''],
    [/^법학관/, '법학관 이야기'],
  ] as const) {
    const again = screen.queryByRole('button', { name: /건물 선택/ });
    if (again) await hands.click(again);
    await hands.click(await screen.findByRole('button', { name: building }));
    await waitFor(() => expect(title().value).toBe(draft));
  }
  await expectDraft('/building/law-hall', '', undefined, { ...me, id: 'another' });
  await expectDraft('/building/law-hall', '법학관 이야기', '#콘센트 장소');
});

test('restored post: shows a note, also for keywords alone; a discarded one can be restored', async () => {
  const note = () => screen.queryByText('쓰던 글을 불러왔습니다.');
  for (const [write, draft, keyword] of [
    [() => fillPost('쓰다 만 글'), '쓰다 만 글', '선택 안 함'],
    [() => chooseKeyword('공부 장소'), '', '#공부 장소'],
  ] as const) {
    await openWrite(HALL);
    await screen.findByLabelText('제목');
    await write();
    expect(note()).toBeNull();
    await expectDraft(HALL, draft, keyword);
    expect(note()).not.toBeNull();
    await press('지우기');
    await waitFor(() => expect(note()).toBeNull());
    expect(title().value + body().value).toBe('');
    expect(keywordButton().textContent).toContain('선택 안 함');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    // One accidental tap loses nothing.
    await press('되돌리기');
    await waitFor(() => expect(note()).not.toBeNull());
    await expectDraft(HALL, draft, keyword);
    await press('지우기');
    await expectDraft(HALL, '');
    expect(note()).toBeNull();
  }
});

test('unsent post: shows the reason, keeps everything, and keeps its id at the next try, also after a reload', async () => {
  const names: string[] = [];
  for (const [answer, alert] of [
    [refuse('server.failed'), '알 수 없는 오류가 발생했습니다'],
    [refuse('limit.reached', { retryAfter: 1_800 }), '요청이 너무 많습니다. 30분 뒤에 다시 시도해 주세요.'],
    // It may have taken effect.
    [CUT, '인터넷 연결이 원활하지 않습니다'],
  ] as const) {
    const server = await openWrite('/write', { [POST]: answer });
    await hands.click(await screen.findByRole('button', { name: /^본관/ }));
    if (names.length === 0) await fillPost('끝내 올라갈 글');
    await waitFor(() => expect(title().value).toBe('끝내 올라갈 글'));
    await submit();
    await expectAlert(alert);
    await expectPath('/write');
    expect([title().value, body().value]).toEqual(['끝내 올라갈 글', '어디에 올라갈까요?']);
    names.push(...sentPosts(server).map(({ body: { id } }) => id));
    server.answer(POST, {
      post: { ...makeWholePost(), buildingId: 'main-hall' },
      awardedPoints: 0,
      points: 0,
    });
    if (answer !== CUT) continue;
    await submit();
    await expectPath(HALL);
    names.push(
      ...sentPosts(server)
        .map(({ body: { id } }) => id)
        .slice(1),
    );
  }
  expect([names.length, new Set(names).size]).toEqual([4, 1]);
  // Sending deletes the draft.
  await expectDraft(HALL, '');
});

test('post with a used id: shows a message, and the next try has a new id', async () => {
  const server = await openWrite(HALL, { [POST]: refuse('identifier.taken') });
  await fillPost('이름이 겹친 글');
  await submit();
  await expectAlert('이미 등록된 글과 내용이 다릅니다. 등록을 한 번 더 눌러 주세요.');
  expect(title().value).toBe('이름이 겹친 글');
  await submit();
  await waitFor(() => expect(sentPosts(server)).toHaveLength(2));
  expect(new Set(sentPosts(server).map(({ body: { id } }) => id)).size).toBe(2);
});

test('taps and Enters on a slow network create one post', async () => {
  const held = hold({ post: { ...makeWholePost(), buildingId: 'main-hall' }, awardedPoints: 0, points: 0 });
  const server = await openWrite('/write', { [POST]: held.answer });
  await hands.click(await screen.findByRole('button', { name: /^본관/ }));
  await fillPost('급하게 올린 글');
  const button = screen.getByRole('button', { name: '등록' });
  await hands.dblClick(button);
  expect(busy()).toBe(true);
  await hands.type(title(), '{Enter}{Enter}');
  await hands.type(button, '{Enter}');
  await expectPath('/write');
  held.release();
  await expectPath(HALL);
  expect(sentPosts(server)).toHaveLength(1);
});

test('Enter in the title moves to the body and publishes nothing', async () => {
  const server = await openWrite(HALL);
  await fillPost('', '내용부터 썼어요.');
  await hands.type(title(), '아직 다 쓰지 않은 제목{Enter}');
  expect(document.activeElement).toBe(body());
  // In the body Enter adds a new line.
  await hands.type(body(), '{Enter}');
  expect(body().value).toBe('내용부터 썼어요.\n');
  await expectPath('/write');
  expect(server.writes()).toBe(0);
});
