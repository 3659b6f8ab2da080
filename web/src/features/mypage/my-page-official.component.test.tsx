import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '../../testing/answers.ts';
import { hands, openApp } from '../../testing/open-app.tsx';
import { expectPath, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
/** The tab bar prefetches these. */
const answers = { 'GET /api/buildings': { buildings: [] } };
const entries = () =>
  [...document.querySelectorAll('main a, main button')].map(({ textContent }) => textContent);

test('[EV-09] my page: entries in order of use, no shop; verification only until done', async () => {
  const rest = ['프로필 보기', '키워드 알림', '알림 설정', '신고·제재 내역', '차단한 사람'];
  const help = ['긴급 연락처', '이용 방법', '문의하기', '오픈소스 라이선스', '로그아웃'];
  await openApp('/mypage', answers, official);
  await main().findByText('인증 완료');
  expect(entries()).toEqual(['내가 쓴 글', '댓글 단 글', '스크랩', '내 고장 신고', '알림', ...rest, ...help]);
  await openApp('/mypage', answers, {
    ...official,
    user: { ...me, emailVerified: false, writingRight: false },
  });
  await main().findByText('미인증');
  expect(entries()).toContain('이메일 인증');
});

test('[EV-09] settings that are on or off are switches', async () => {
  const kinds = { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true };
  const settings = { on: true, kinds, muted: [] };
  await openApp(
    '/mypage/notifications',
    { ...answers, 'GET /api/profile/notification-settings': settings },
    official,
  );
  expect(await main().findAllByRole('switch')).toHaveLength(7);
  expect(main().queryByRole('checkbox')).toBeNull();
});

test('[EV-10] how-to screen: explains the first steps and who may write, with links', async () => {
  await openApp('/mypage', answers, official);
  await hands.click(await main().findByRole('link', { name: '이용 방법' }));
  await expectPath('/mypage/howto');
  await screen.findByRole('heading', { level: 1, name: '이용 방법' });
  main().getByText(/@korea\.ac\.kr/);
  const ways = main()
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(ways).toEqual([
    '/building',
    '/board/question',
    '/mypage/viewprofile',
    '/keyword',
    '/map',
    '/emergency',
    '/notifications',
    '/terms',
  ]);
});
