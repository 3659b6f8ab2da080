import { trustLinks } from './mailbox.ts';
import { fail, official, type Stop } from './stop.ts';

const visitor = { who: 'visitor' } as const;
/** Opened by a valid link. */
const linked = { ...visitor, prepare: trustLinks };

/** Public screens without a login, and their main states. */
export const visitorStops: readonly Stop[] = [
  { name: '[RT-02] login', path: '/login', heading: '로그인', ...visitor },
  { name: '[RT-03] sign-up', path: '/signup', heading: '회원가입', ...visitor, ...official },
  { name: 'sign-up with errors', path: '/signup', dark: true, reach: fail('가입하기'), ...visitor },
  {
    name: '[RT-04] forgotten password',
    path: '/sendPasswordResetEmail',
    heading: '비밀번호 재설정',
    ...visitor,
  },
  {
    name: 'new password',
    path: '/reset?token=some',
    heading: '새 비밀번호 정하기',
    ...linked,
  },
  { name: 'reset by code', path: '/reset', heading: '새 비밀번호 정하기', ...visitor },
  { name: 'rights of a visitor', path: '/rights', ...visitor, ...official },
  { name: 'transparency of a visitor', path: '/transparency', ...visitor, ...official },
  {
    name: 'a printed code that is none',
    path: '/at/00000000',
    heading: '안내판 지금',
    ...visitor,
    ...official,
  },
  // The journey of tickets opens a valid link.
  {
    name: 'a link of an office that is none',
    path: '/office',
    heading: '고장 신고 처리',
    ...visitor,
    ...official,
  },
];
