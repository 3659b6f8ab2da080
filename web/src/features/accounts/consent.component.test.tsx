import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { campus, legalText, mainHall, me } from '../../testing/answers.ts';
import { hands, openApp, press } from '../../testing/open-app.tsx';
import type { Answers } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath } from '../../testing/reading.ts';

const asked = { ...me, consentsDue: ['privacy' as const] };
const answers: Answers = {
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/legal/{document}': ({ path }) => legalText(path['document']),
  'POST /api/profile/consents': { user: me },
  'DELETE /api/session': undefined,
};

const open = async (path: string) => {
  const server = await openApp(path, answers, { user: asked });
  await screen.findByRole('heading', { level: 1, name: '약관 변경 안내' });
  await expectPath('/consent');
  return server;
};

test('changed legal text: only that text is asked about, and accepting continues to the requested page', async () => {
  await open('/');
  const server = await open('/building');
  expect(screen.queryByLabelText('이용약관에 동의합니다')).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
  await press('동의하고 계속하기');
  await expectAlert('모든 약관에 동의해 주세요.');
  expect(server.asked('POST /api/profile/consents')).toEqual([]);
  await hands.click(screen.getByRole('link', { name: '개인정보 처리방침 보기' }));
  await screen.findByText('제1조');
  await press('닫기');
  await hands.click(await screen.findByLabelText('개인정보 처리방침에 동의합니다'));
  server.answer('GET /api/session', { user: me });
  await press('동의하고 계속하기');
  await expectPath('/building');
  const { termsVersion, privacyVersion } = campus;
  expect(server.asked('POST /api/profile/consents')).toMatchObject([
    { body: { termsVersion, privacyVersion } },
  ]);
});

test('before accepting: logout and withdrawal are possible', async () => {
  const server = await open('/building');
  await hands.click(screen.getByRole('link', { name: '회원 탈퇴' }));
  await expectPath('/mypage/cancelmembership');
  await screen.findByRole('button', { name: '탈퇴하기' });
  await open('/building');
  expect(server.writes()).toBe(0);
  await press('로그아웃');
  await waitFor(() => expect(screen.getByRole('button', { name: '로그인' })).toBeDefined());
});
