import { LAUNCH_PARTS } from '@madang/contract/admin/rules';
import type { Launch } from '@madang/contract/admin/schema';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '../../testing/answers.ts';
import { openApp, press } from '../../testing/open-app.tsx';
import { answerTo, type Answers, refuse } from '../../testing/pretended-server.ts';
import { main } from '../../testing/reading.ts';

type Part = Launch['parts'][number];

const READ = 'GET /api/operate/launch';
const answers: Answers = {
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/operate/health': {
    at: '2026-11-20T03:00:00.000Z',
    mail: { waiting: 0, delayed: 0, oldestAt: null },
    jobs: [],
    disk: null,
    backupAt: '2026-11-20T02:00:00.000Z',
    errors: 0,
  },
};

/** Opens the screen; other parts are ready. */
async function open(found: readonly Part[]) {
  const ready = (part: Part['part']): Part => ({ part, state: 'ok', cause: null });
  const parts = LAUNCH_PARTS.map((part) => found.find((one) => one.part === part) ?? ready(part));
  await openApp('/operate', { ...answers, ...answerTo(READ, { parts }) }, { edition: 'official' });
  await main().findByText('모두 정상입니다.');
  const region = within(screen.getByRole('region', { name: '문 열기 전 점검' }));
  await region.findByText(/사이트 주소/);
  return region;
}

test('readiness: missing parts come first with remedy and screen, ready ones follow greyed', async () => {
  const region = await open([
    { part: 'certificate', state: 'fail', cause: 'unchecked' },
    { part: 'backup', state: 'fail', cause: null },
    { part: 'codes', state: 'warn', cause: null },
    { part: 'offices', state: 'warn', cause: 'refused' },
  ]);
  const rows = region.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(LAUNCH_PARTS.length);
  expect(rows.slice(0, 5)).toEqual([
    '인증서 꼭 필요아직 확인하지 못했습니다. 다른 문제를 먼저 해결해 주세요.',
    expect.stringMatching(/^백업 꼭 필요.*operator backup/),
    expect.stringMatching(/^안내판 권장/),
    expect.stringMatching(/^담당 부서 권장메일 서버가 부서의 주소를 받지 않았습니다/),
    '사이트 주소 · 마침',
  ]);
  const links = region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['안내판 만들러 가기', '/operate/campus?part=codes'],
    ['부서 정하러 가기', '/operate/tickets'],
  ]);
});

test('readiness: collapsed once all parts are ready', async () => {
  const region = await open([]);
  region.getByText('모두 마쳤습니다. 열어도 됩니다.', { selector: 'details:not([open]) > summary' });
  expect(region.queryByRole('link')).toBeNull();
});

test('readiness: a failed check leaves the health visible and is retried', async () => {
  const server = await openApp(
    '/operate',
    { ...answers, [READ]: refuse('limit.reached') },
    { edition: 'official' },
  );
  await main().findByText('모두 정상입니다.');
  const retry = await main().findByRole('button', { name: '다시 시도' });
  server.answer(READ, { parts: [{ part: 'posts', state: 'fail', cause: 'demo' }] });
  await press(retry.textContent ?? '');
  await main().findByText(/^데모 데이터입니다/);
  expect(main().queryByRole('link', { name: '글 쓰러 가기' })).toBeNull();
});
