import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, hands } from '../../testing/open-app.tsx';
import { expectAlert, expectFieldError, isWrong } from '../../testing/reading.ts';
import {
  body,
  keywordButton,
  openWrite as open,
  sentPosts as sent,
  submit,
  title,
} from '../../testing/write-form.ts';

const REQUIRED = '모든 정보를 입력해 주세요.';

const openWrite = async (from: string) => {
  const server = await open(from);
  await screen.findByLabelText('제목');
  return server;
};
const picker = () => screen.findByRole('dialog', { name: '키워드 선택' });

test('[VA-10] title and body need visible text', async () => {
  const server = await openWrite('/building/main-hall');
  for (const [given, wrong] of [
    [['', ''], title()],
    [['   ', '본문'], title()],
    [['\u200b\u3164', '본문'], title()],
    [['제목', ''], body()],
    [['제목', '\n\n  \u2060'], body()],
  ] as const) {
    fill(title(), given[0]);
    fill(body(), given[1]);
    await submit();
    await expectAlert(REQUIRED);
    await expectFieldError(wrong, REQUIRED);
    expect(document.activeElement).toBe(wrong);
  }
  // The message disappears once it no longer applies.
  fill(body(), '본문');
  expect(isWrong(body())).toBe(false);
  expect(server.writes()).toBe(0);
});

test('[VA-10] [ER-11] fourth keyword: refused until another is removed', async () => {
  await openWrite('/building/main-hall');
  await hands.click(keywordButton());
  const sheet = within(await picker());
  const choose = (keyword: string) => hands.click(sheet.getByRole('button', { name: `${keyword} 장소` }));
  const chosen = () => sheet.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  for (const keyword of ['비대면', '노트북', '추천']) await choose(keyword);
  expect(chosen()).toHaveLength(3);
  await choose('대화');
  await expectAlert('키워드는 최대 3개까지 선택할 수 있습니다. 일부를 해제한 뒤 다시 시도해 주세요.');
  expect(chosen()).toHaveLength(3);
  await choose('추천');
  await choose('대화');
  expect(chosen()).toEqual(['비대면 장소', '대화 장소', '노트북 장소']);
});

test('[VA-10] post without keywords: sent', async () => {
  const server = await openWrite('/building/main-hall');
  fill(title(), '키워드 없이');
  fill(body(), '그래도 올라갑니다.');
  expect(keywordButton().textContent).toContain('선택 안 함');
  await submit();
  await waitFor(() => expect(sent(server)).toHaveLength(1));
  expect(sent(server)[0]).toMatchObject({
    path: { buildingId: 'main-hall' },
    body: { title: '키워드 없이', keywords: [] },
  });
});

test('[VA-10] [ER-11] festival board: requires one of its own keywords', async () => {
  const server = await openWrite('/board/festival');
  fill(title(), '응원제 후기');
  fill(body(), '목이 다 쉬었어요.');
  await submit();
  await expectAlert('축제 게시판에는 키워드가 하나 이상 필요합니다.');
  expect(isWrong(keywordButton())).toBe(true);
  expect(document.activeElement).toBe(keywordButton());
  expect([title().value, body().value]).toEqual(['응원제 후기', '목이 다 쉬었어요.']);
  expect(server.writes()).toBe(0);
  await hands.click(keywordButton());
  const choices = within(await picker());
  expect(choices.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '이벤트 후기',
    '사진',
  ]);
  await hands.click(choices.getByRole('button', { name: '사진' }));
  expect(document.querySelectorAll('main button[aria-invalid]')).toHaveLength(0);
  await submit();
  await waitFor(() => expect(sent(server).map(({ body }) => body.keywords)).toEqual([['사진']]));
});

test('limits count visible characters: 100 in the title, 10,000 in the body', async () => {
  const server = await openWrite('/building/main-hall');
  // Two UTF-16 units, or three code points before composition: one visible character.
  const longest = '👍'.repeat(50) + '각'.repeat(50).normalize('NFD');
  fill(title(), `${longest}!`);
  fill(body(), '가'.repeat(11_234));
  await screen.findByText('1자 초과');
  await screen.findByText('1234자 초과');
  await submit();
  await expectAlert('100자까지예요. 1자를 줄여 주세요.');
  await expectFieldError(title(), '100자까지예요. 1자를 줄여 주세요.');
  await expectFieldError(body(), '10,000자까지예요. 1,234자를 줄여 주세요.');
  expect(server.writes()).toBe(0);
  fill(title(), longest);
  fill(body(), '힣'.repeat(10_000).normalize('NFD'));
  expect(screen.getAllByText('0자 남음')).toHaveLength(2);
  await submit();
  await waitFor(() => expect(sent(server)).toHaveLength(1));
});

test('remaining characters are shown only near the limit', async () => {
  await openWrite('/building/main-hall');
  fill(title(), '가'.repeat(79));
  fill(body(), '가'.repeat(9_499));
  expect(screen.queryByText(/자 남음/)).toBeNull();
  await hands.type(title(), '나');
  await waitFor(() => screen.getByText('20자 남음'));
  fill(body(), '가'.repeat(9_500));
  await waitFor(() => screen.getByText('500자 남음'));
});

test('official edition: shows excess characters in red', async () => {
  await open('/building/main-hall', {}, { edition: 'official' });
  await screen.findByLabelText('제목');
  fill(body(), '가'.repeat(10_050));
  expect((await screen.findByText('50자 초과')).className).toMatch(/over/);
});

test('placeholder of the text: mentions the place, or the question on the question board', async () => {
  await openWrite('/building/main-hall');
  expect(body().placeholder).toBe('이 장소의 이야기를 들려주세요');
  await openWrite('/board/question');
  expect(body().placeholder).toBe('궁금한 점을 자세히 적어 주세요');
});
