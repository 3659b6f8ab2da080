import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Me } from '@madang/contract/accounts/schema';
import type { Output } from '../../lib/api.ts';
import { me } from '../../testing/answers.ts';
import { openApp } from '../../testing/open-app.tsx';
import { main } from '../../testing/reading.ts';

type Sign = NonNullable<Output<'GET /api/codes/{code}'>['sign']>;

const CODE = 'k3x8mq2v';
const sign: Sign = {
  building: { id: 'main-hall', name: '본관' },
  spot: '3층 라운지',
  amenityId: null,
  replaced: false,
  muted: false,
  voices: { usual: 'normal' },
  hours: [],
};
const CROWDS = ['여유', '보통', '붐빔', '조용해요'];

const open = async (shown: Sign | null, user: Me | null = me, path = `/at/${CODE}`) => {
  const server = await openApp(
    path,
    { 'GET /api/codes/{code}': { sign: shown } },
    { edition: 'official', user },
  );
  await screen.findByRole('heading', { name: shown ? '3층 라운지 지금' : '안내판 지금' });
  return server;
};
const answers = () =>
  main()
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
const links = () =>
  main()
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('[PL-11] unprinted code: reported as unknown; an impossible one is not requested', async () => {
  for (const path of [`/at/${CODE}`, '/at/x']) {
    const server = await open(null, me, path);
    await main().findByText('없는 안내판이에요. 주소를 다시 확인해 주세요.');
    expect(links()).toEqual([['학교 지도 보기', '/map']]);
    expect(server.asked('GET /api/codes/{code}').length).toBe(path === '/at/x' ? 0 : 1);
  }
});

test('[PL-11] replaced sign: accepts nothing and links to its building', async () => {
  await open({ ...sign, replaced: true });
  main().getByText('이 안내판은 새것으로 바뀌었어요.');
  expect([answers(), links()]).toEqual([[], [['본관 보기', '/building/main-hall']]]);
  expect(main().queryByText('평소 이 시간 보통')).toBeNull();
});

test('[PL-04] muted place: asks only about its amenity', async () => {
  await open({ ...sign, muted: true, amenityId: 'water-1' });
  main().getByText('지금은 이곳의 소식을 받지 않아요.');
  expect(answers()).toEqual(['아직 있어요']);
  expect(main().queryByText('평소 이 시간 보통')).toBeNull();
});

test('[PL-11] visitor: reads current data, and returns after login; unverified students verify', async () => {
  await open(sign, null);
  main().getByText('평소 이 시간 보통');
  expect([answers(), links()]).toEqual([[], [['알리려면 로그인', `/login?next=%2Fat%2F${CODE}`]]]);
  await open(sign, { ...me, emailVerified: false });
  main().getByText('이메일을 인증하면 알릴 수 있어요.');
  expect(answers()).toEqual([]);
  expect(links().map(([, address]) => address)).toEqual([`/verify?next=%2Fat%2F${CODE}`]);
});

test('[PL-11] signed-in student: reports by a page form, and sees the result', async () => {
  await open({ ...sign, amenityId: 'water-1' }, me, `/at/${CODE}?said=crowded`);
  main().getByText('붐빔: 알렸어요. 고마워요.');
  expect(answers()).toEqual([...CROWDS, '아직 있어요']);
  const [first] = main().getAllByRole('button') as [HTMLButtonElement];
  expect([first.name, first.value, first.form?.method]).toEqual(['answer', 'free', 'post']);
  expect(first.form?.getAttribute('action')).toBe(`/at/${CODE}`);
  expect(links()).toEqual([['고장 났어요', '/tickets/new?building=main-hall&amenity=water-1']]);
  await open(sign);
  expect(answers()).toEqual(CROWDS);
});
