import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { campus, makePost, makeWholePost, mainHall, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, expectTitles, field, main, path } from '../../testing/reading.ts';

const page = (...titles: string[]) => ({
  posts: titles.map((title) => makePost({ title })),
  nextCursor: null,
});
const answers: Answers = {
  'GET /api/profile': { user: me },
  'GET /api/profile/scraps': page('스크랩한 새 글', '스크랩한 옛 글'),
  'GET /api/profile/posts': page('내 새 글', '내 옛 글'),
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/events': { events: [] },
};

test('[RT-11] my page, profile, bookmarks and own posts show their screens', async () => {
  for (const [at, heading] of [
    ['/mypage', '마이페이지'],
    ['/mypage/viewprofile', '프로필'],
    ['/mypage/scrap', '스크랩'],
    ['/mypage/myposts', '내가 쓴 글'],
  ] as const) {
    await openApp(at, answers);
    await screen.findByRole('heading', { level: 1, name: heading });
    await waitFor(() => expect(document.title).toBe(`${heading} · 마당`));
    expect(path()).toBe(at);
  }
});

test('[SC-34] my page: shows nickname and verification, and every entry works', async () => {
  await openApp('/mypage', answers);
  await main().findByText(me.nickname);
  main().getByText('인증 완료', { exact: true });
  const entries = [...document.querySelectorAll('main a, main button')].map(({ textContent }) => textContent);
  expect(entries).toEqual([
    '상점준비 중',
    '스크랩',
    '내가 쓴 글',
    '프로필 보기',
    '이메일 인증',
    '이용 방법',
    '문의하기',
    '오픈소스 라이선스준비 중',
    '로그아웃',
  ]);
  for (const [entry, alert] of [
    ['상점', '준비 중입니다.'],
    ['오픈소스 라이선스', '추후 공개될 예정입니다.'],
    ['이용 방법', `이용 방법은 ${campus.socialAccount} 계정에서 확인해 주세요.`],
    ['이메일 인증', '이미 이메일 인증이 완료되었습니다.'],
  ] as const) {
    await press(entry);
    await expectAlert(alert);
    await expectPath('/mypage');
  }
  const inquiry = main().getByRole<HTMLAnchorElement>('link', { name: '문의하기' });
  expect([inquiry.href, inquiry.target, inquiry.rel]).toEqual([
    campus.inquiryUrl,
    '_blank',
    'noopener noreferrer',
  ]);
  for (const [entry, to] of [
    ['스크랩', '/mypage/scrap'],
    ['내가 쓴 글', '/mypage/myposts'],
    ['프로필 보기', '/mypage/viewprofile'],
  ] as const) {
    await hands.click(main().getByRole('link', { name: entry }));
    await expectPath(to);
    await press('뒤로');
    await expectPath('/mypage');
    await main().findByText(me.nickname);
  }
});

test('[ER-13] [SC-34] unverified student: gets the mail; verified on another device, the notice disappears', async () => {
  const server = await openApp(
    '/mypage',
    { ...answers, 'POST /api/verification': undefined },
    { user: { ...me, emailVerified: false, writingRight: false } },
  );
  await main().findByText('미인증', { exact: true });
  for (const [answer, said] of [
    [undefined, '인증 메일을 보냈습니다.'],
    [refuse('server.unavailable'), '지금은 연결이 원활하지 않습니다. 잠시 후 다시 시도해 주세요.'],
    // The page is outdated.
    [refuse('email.verified'), '이미 이메일 인증이 완료되었습니다.'],
  ] as const) {
    server.answer('POST /api/verification', answer);
    if (said.startsWith('이미')) server.answer('GET /api/session', { user: me });
    await press('이메일 인증');
    await expectAlert(said);
    if (answer) continue;
    // Screen for the mailed code.
    await expectPath('/verify');
    window.history.back();
    await expectPath('/mypage');
  }
  await main().findByText('인증 완료', { exact: true });
  expect(server.asked('POST /api/verification')).toHaveLength(3);
});

test('no own posts yet: a student without the writing right is led to the question board, others to the composer', async () => {
  for (const [writingRight, label, to] of [
    [false, '질문 게시판', '/board/question'],
    [true, '첫 글 쓰기', '/write'],
  ] as const) {
    const empty = { ...answers, 'GET /api/profile/posts': page() };
    await openApp('/mypage/myposts', empty, { user: { ...me, writingRight } });
    await main().findByText('아직 작성한 글이 없습니다. 첫 글을 남겨 보세요.');
    expect(main().getByRole('link', { name: label }).getAttribute('href')).toBe(to);
  }
});

test('[SC-35] [SC-36] bookmarks and own posts: keep the order of the answer; a new one is on top', async () => {
  await openApp('/mypage/scrap', answers);
  await expectTitles(['스크랩한 새 글', '스크랩한 옛 글']);
  const server = await openApp('/mypage/myposts', {
    ...answers,
    'GET /api/buildings/{buildingId}': mainHall,
    'GET /api/buildings/{buildingId}/posts': page(),
    'POST /api/buildings/{buildingId}/posts': { post: makeWholePost(), awardedPoints: 0, points: 0 },
  });
  await expectTitles(['내 새 글', '내 옛 글']);
  await press('뒤로');
  await hands.click(await screen.findByRole('link', { name: '건물' }));
  await hands.click(await main().findByRole('link', { name: /본관/ }));
  await hands.click(await screen.findByRole('link', { name: '글쓰기' }));
  await screen.findByLabelText('제목');
  fill(field('제목'), '방금 쓴 글');
  fill(field('내용'), '목록에 바로 보이나요?');
  server.answer('GET /api/profile/posts', page('방금 쓴 글', '내 새 글'));
  await press('등록');
  await expectPath('/building/main-hall');
  await press('뒤로');
  await hands.click(await screen.findByRole('link', { name: '마이페이지' }));
  await hands.click(await main().findByRole('link', { name: '내가 쓴 글' }));
  await expectTitles(['방금 쓴 글', '내 새 글']);
});

test('[MO-04] own hidden post: stays in the list, marked, and links to the reason', async () => {
  const hidden = makePost({ title: '가려진 내 글', hidden: true });
  await openApp(
    '/mypage/myposts',
    { 'GET /api/profile/posts': { posts: [hidden, makePost({ title: '보이는 내 글' })], nextCursor: null } },
    { edition: 'official' },
  );
  const [first, second] = await main().findAllByRole('article');
  expect([first?.textContent?.includes('가려짐'), second?.textContent?.includes('가려짐')]).toEqual([
    true,
    false,
  ]);
});
