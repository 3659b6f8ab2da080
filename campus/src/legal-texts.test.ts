import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EDITIONS, isIn } from '@madang/contract/campus/rules';
import { type EndpointKey } from '@madang/contract/endpoint';
import { endpoints } from '@madang/contract/endpoints';
import { loadCampus } from './load-campus.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const FILES = ['campus.json', 'buildings.tsv', 'terms.ko.json', 'privacy.ko.json', 'pictures'];

/** Words of the legal texts, each with the call that an edition needs to use it. */
const FEATURES: readonly (readonly [RegExp, keyof typeof endpoints & EndpointKey])[] = [
  [/신고/, 'PUT /api/posts/{id}/report'],
  [/권리 침해 신고/, 'POST /api/rights'],
  [/차단/, 'PUT /api/posts/{id}/block'],
  [/이용 제한과|이의 제기/, 'GET /api/profile/sanctions'],
  [/월별 처리 건수/, 'GET /api/transparency'],
  [/게시판지기/, 'GET /api/moderation/cases'],
  [/패스키|지문|얼굴 정보/, 'PUT /api/moderation/passkey'],
  [/알림함|받은 알림|알림 설정|알림의 종류/, 'GET /api/notifications'],
  [/푸시|휴대폰 알림|알림 수신|알림 서버|열어 본 알림/, 'PUT /api/profile/push/device'],
  [/기다리는 키워드|키워드 알림|알림과 키워드/, 'PUT /api/profile/alerts/{id}'],
  [/팔로우/, 'PUT /api/posts/{id}/follow'],
  [/직접 삭제한 글/, 'DELETE /api/posts/{id}'],
  [/고치기 전의 내용/, 'PUT /api/posts/{id}'],
  [/홈에 둔 건물/, 'PUT /api/profile/pins'],
  [/시설이|시설은|아직 맞나요/, 'PUT /api/amenities/{amenityId}/voice'],
  [/강의실/, 'PUT /api/rooms/{roomId}/locked'],
  [/학식|메뉴|끼니/, 'PUT /api/meals/{id}/sold-out'],
  [/고장 신고|기다리는 고장|고쳐졌는지|고치는 부서/, 'POST /api/tickets'],
  [/지금 어때요/, 'PUT /api/voices'],
  [/안내판|표지 코드/, 'POST /api/codes/voice'],
  [/검색어/, 'GET /api/search'],
  [/게시판을 마지막으로 본/, 'GET /api/home'],
  [/지도처럼/, 'GET /api/campus/pack'],
];

/** Sentences whose words refer to no feature of the app. */
const OTHERWISE = /개인정보침해 신고센터|상담하거나 신고할|관계 기관에 신고/g;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legal-'));
  for (const name of FILES) await cp(join(FOLDER, name), join(folder, name), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(EDITIONS)('the legal texts of the %s edition name no feature that it lacks', async (edition) => {
  const { terms, privacy } = await loadCampus(FOLDER, edition);
  const text = JSON.stringify([terms, privacy]).replaceAll(OTHERWISE, '');
  const named = FEATURES.filter(([words]) => words.test(text)).map(([, call]) => call);
  expect(named.filter((call) => !isIn(endpoints[call], edition))).toEqual([]);
  // Without this, a word that no text contains would prove nothing.
  if (edition === 'official') expect(named).toEqual(FEATURES.map(([, call]) => call));
  for (const { paragraphs } of [...terms.sections, ...privacy.sections])
    expect(paragraphs.length).toBeGreaterThan(0);
});

test('different texts: different versions per edition; one text for both has one version', async () => {
  const [beta, official] = await Promise.all(EDITIONS.map((edition) => loadCampus(FOLDER, edition)));
  expect(beta?.privacy).not.toEqual(official?.privacy);
  expect(beta?.privacy.version).not.toBe(official?.privacy.version);
  expect(beta?.terms).toEqual(official?.terms);
});

async function loadWith(change: (text: Record<string, unknown>) => void, edition: 'beta' | 'official') {
  const file = join(folder, 'terms.ko.json');
  const text = JSON.parse(await readFile(join(FOLDER, 'terms.ko.json'), 'utf8')) as Record<string, unknown>;
  change(text);
  await writeFile(file, JSON.stringify(text));
  return (await loadCampus(folder, edition)).terms;
}

test('paragraph: one text for both editions, or one each; either may be missing', async () => {
  const change = (text: Record<string, unknown>) => {
    text['version'] = { beta: '2026-03-02', official: '2026-03-03' };
    text['sections'] = [
      {
        heading: '1',
        paragraphs: [
          '{university} 모두',
          { beta: '베타', official: '정식 {domain}' },
          { official: '정식만' },
          { beta: '베타만' },
        ],
      },
    ];
  };
  const beta = await loadWith(change, 'beta');
  expect(beta.version).toBe('2026-03-02');
  expect(beta.sections).toEqual([{ heading: '1', paragraphs: ['고려대학교 모두', '베타', '베타만'] }]);
  const official = await loadWith(change, 'official');
  expect(official.version).toBe('2026-03-03');
  expect(official.sections[0]?.paragraphs).toEqual(['고려대학교 모두', '정식 korea.ac.kr', '정식만']);
});

test('start of a text: must be a calendar date', async () => {
  const change = (text: Record<string, unknown>) => Object.assign(text, { effectiveOn: '2026-02-30' });
  await expect(loadWith(change, 'beta')).rejects.toThrow(/field "effectiveOn"/);
});

test.each([
  ['2026-03-02', { beta: '가' }, /field "version": must be another day for each edition/],
  [
    { beta: '2026-03-02', official: '2026-03-02' },
    { beta: '가' },
    /field "version": must be another day for each edition/,
  ],
  [{ beta: '2026-03-02' }, '가', /field "version": must be a day such as 2026-03-02, or one for/],
  ['2026-03-02', { gamma: '가' }, /field "sections.0.paragraphs.0.gamma": is unknown here/],
])('version %j with paragraph %j is refused', async (version, paragraph, problem) => {
  const change = (text: Record<string, unknown>) =>
    Object.assign(text, { version, sections: [{ heading: '1', paragraphs: [paragraph] }] });
  await expect(loadWith(change, 'beta')).rejects.toThrow(problem);
});
