import { expect } from './fixtures.ts';
import { trustLinks } from './mailbox.ts';
import { both, dialog, fail, official, type Stop } from './stop.ts';

const visitor = { who: 'visitor' } as const;
/** Opened by a link that is still good. */
const linked = { ...visitor, prepare: trustLinks };

/** What anybody sees who is not signed in, and its main states. */
export const visitorStops: readonly Stop[] = [
  { name: '[RT-01] login at /', path: '/', heading: '로그인', ...visitor },
  { name: '[RT-02] login', path: '/login', heading: '로그인', ...visitor, ...both },
  {
    name: 'login, asked for on the way',
    path: '/login?next=/board/new',
    heading: '로그인',
    ...visitor,
  },
  { name: '[RT-03] sign-up', path: '/signup', heading: '회원가입', ...visitor, ...both },
  { name: 'sign-up with errors', path: '/signup', reach: fail('가입하기'), ...visitor },
  {
    name: 'sign-up with a text open',
    path: '/signup',
    reach: async (page) => {
      await page.getByRole('link', { name: '이용약관 보기' }).click();
      await expect(dialog(page).getByRole('heading').nth(3)).toBeVisible();
    },
    ...visitor,
  },
  {
    name: '[RT-04] forgotten password',
    path: '/sendPasswordResetEmail',
    heading: '비밀번호 재설정',
    ...visitor,
  },
  {
    name: '[RT-23] new password',
    path: '/reset?token=some',
    heading: '새 비밀번호 정하기',
    ...linked,
  },
  { name: 'reset by code', path: '/reset', heading: '새 비밀번호 정하기', ...visitor },
  { name: 'undo of an e-mail change', path: '/reset?undo=x', ...linked },
  { name: 'verification of a visitor', path: '/verify?token=some', heading: '이메일 인증', ...visitor },
  { name: '[RT-23] terms of a visitor', path: '/terms', heading: '이용약관', ...visitor },
  { name: '[RT-23] privacy of a visitor', path: '/privacy', heading: '개인정보 처리방침', ...visitor },
  { name: 'rights of a visitor', path: '/rights', ...visitor, ...official },
  { name: 'transparency of a visitor', path: '/transparency', ...visitor, ...official },
  {
    name: 'a printed code that is none',
    path: '/at/00000000',
    heading: '안내판 지금',
    ...visitor,
    ...official,
  },
  // A link that is good is opened by the journey of tickets.
  {
    name: 'a link of an office that is none',
    path: '/office',
    heading: '고장 신고 처리',
    ...visitor,
    ...official,
  },
  { name: 'an unknown address of a visitor', path: '/nowhere', heading: '로그인', ...visitor },
];
