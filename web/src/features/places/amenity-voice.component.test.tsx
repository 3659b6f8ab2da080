import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { emptyPack, makeAmenity, me } from '../../testing/answers.ts';
import { decodeAs, makeFile } from '../../testing/chosen-pictures.ts';
import { hands, holdClock, openApp } from '../../testing/open-app.tsx';
import { type Answers, CUT, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const put = 'PUT /api/amenities/{amenityId}/voice' as const;
const del = 'DELETE /api/amenities/{amenityId}/voice' as const;
const get = 'GET /api/amenities/voices' as const;
const now = '2026-11-25T03:00:00.000Z';
const make = (id: string, confirmedOn: string | null, more = {}) =>
  makeAmenity({ id, buildingId: 'main-hall', kind: '카페', floor: '1', spot: id, confirmedOn, ...more });
const fresh = make('로비', '2026-11-20');
const old = make('옥상', '2026-05-02');
const older = make('지하', '2026-04-02');
const pack = (...amenities: ReturnType<typeof make>[]) => ({
  ...emptyPack,
  buildings: [{ id: 'main-hall', name: '본관', category: '인문' }],
  kinds: [{ name: '카페', askAfterDays: 90 }],
  amenities,
});
const voice = (amenityId: string, there: boolean, counts = true) => ({ amenityId, there, at: now, counts });
const said = (amenity: typeof fresh, there: boolean, more = {}) => ({
  voice: voice(amenity.id, there),
  amenity: { ...amenity, ...more },
  counted: true,
});
const open = (answers: Answers, viewer = {}) =>
  openApp(
    '/map?kind=카페',
    { 'GET /api/buildings': { buildings: [] }, ...answers },
    { ...official, ...viewer },
  );

const toggle = (spot: string) => screen.findByRole('button', { name: `1층 ${spot} 알려 주기` });
const row = async (spot: string) => within((await toggle(spot)).closest('li') as HTMLElement);
const openRow = async (spot: string) => {
  await hands.click(await toggle(spot));
  const opened = await row(spot);
  await opened.findByText(/^세 명이 같은 답|이메일을 인증해 주세요/);
  return opened;
};
const pressed = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';
const question = () => screen.queryByRole('group', { name: '아직 맞나요?' });

/** Whether the rows are on the screen. */
let isIntersecting = false;
class ScreenView {
  readonly #see: IntersectionObserverCallback;
  constructor(see: IntersectionObserverCallback) {
    this.#see = see;
  }
  observe(): void {
    const entries = [{ isIntersecting }] as IntersectionObserverEntry[];
    setTimeout(() => act(() => this.#see(entries, this as unknown as IntersectionObserver)));
  }
  disconnect(): void {}
}

beforeEach(() => {
  holdClock();
  vi.setSystemTime(now);
  isIntersecting = false;
  vi.stubGlobal('IntersectionObserver', ScreenView);
});

test('[PL-09] amenity report: shown at once, sent once per double tap, and revocable', async () => {
  const server = await open({ 'GET /api/campus/pack': pack(fresh), [del]: { amenity: fresh } });
  const held = hold(said(fresh, false, { goneOn: '2026-11-25' }));
  server.answer(put, held.answer);
  const { getByRole, findByText } = await openRow('로비');
  await hands.dblClick(getByRole('button', { name: '없어졌어요' }));
  expect([pressed('없어졌어요'), pressed('있어요')]).toEqual([true, false]);
  held.release();
  await findByText('11월 25일부터 없어요');
  expect(server.asked(put).map(({ path, body }) => [path['amenityId'], body])).toEqual([
    [encodeURIComponent('로비'), { there: false, uploadId: null }],
  ]);
  await hands.click(getByRole('button', { name: '취소하기' }));
  await waitFor(() => expect(server.asked(del)).toHaveLength(1));
  expect(pressed('없어졌어요')).toBe(false);
  await findByText('11월 20일에 확인');
});

test('[PL-09] failed amenity report: shows an error and the earlier state', async () => {
  const server = await open({
    'GET /api/campus/pack': pack(fresh),
    [get]: { voices: [voice('로비', true)] },
  });
  const { getByRole } = await openRow('로비');
  await waitFor(() => expect(pressed('있어요')).toBe(true));
  for (const [answer, text] of [
    [CUT, '마당 서버가 잠시 쉬고 있어요.'],
    [refuse('limit.reached', { retryAfter: 3_600 }), '시간'],
  ] as const) {
    server.answer(put, answer);
    await hands.click(getByRole('button', { name: '없어졌어요' }));
    await expectAlert(text);
    expect([pressed('없어졌어요'), pressed('있어요')]).toEqual([false, true]);
  }
});

test('[PL-09] report that changed the list: no longer the student’s own', async () => {
  await open({ 'GET /api/campus/pack': pack(fresh), [get]: { voices: [voice('로비', false, false)] } });
  const { getByRole, queryByRole } = await openRow('로비');
  expect(getByRole('button', { name: '없어졌어요' }).getAttribute('aria-pressed')).toBe('false');
  expect(queryByRole('button', { name: '취소하기' })).toBeNull();
});

test('[PL-09] only 없어졌어요 can have a picture, which is sent along', async () => {
  const server = await open({
    'GET /api/campus/pack': pack(fresh),
    [put]: ({ body }) => said(fresh, body.there, body.uploadId ? { doubtedOn: '2026-11-25' } : {}),
  });
  const drawn = decodeAs(4000, 3000);
  const sent: string[] = [];
  vi.spyOn(await import('../../lib/files.ts'), 'uploadImage').mockImplementation(async (id) => {
    sent.push(id);
  });
  const { getByRole, queryByLabelText, getByLabelText, findByText } = await openRow('로비');
  await hands.click(getByRole('button', { name: '있어요' }));
  expect(queryByLabelText('사진 붙이기')).toBeNull();
  await hands.click(getByRole('button', { name: '없어졌어요' }));
  await hands.upload(getByLabelText('사진 붙이기'), makeFile('jpeg', 'image/jpeg', 12 * 1024 * 1024));
  await findByText('11/25에 없어졌다는 사진이 왔어요. 있으면 알려 주세요.');
  expect([sent.length, drawn.length]).toEqual([1, 1]);
  expect(server.asked(put).at(-1)?.body).toEqual({ there: false, uploadId: sent[0] });
});

test('[PL-09] student without the right: sees what is needed, and gets no question', async () => {
  const server = await open(
    { 'GET /api/campus/pack': pack(old) },
    { user: { ...me, emailVerified: false, writingRight: false } },
  );
  const { getByText, queryByRole } = await openRow('옥상');
  getByText('고려대학교 계정으로 로그인한 뒤 이메일을 인증해 주세요.');
  expect(queryByRole('button', { name: '있어요' })).toBeNull();
  expect(question()).toBeNull();
  expect(server.asked(get)).toEqual([]);
});

test('[PL-09] dismissed or ignored question: no other one on that day', async () => {
  const of = (...amenities: ReturnType<typeof make>[]): Answers => ({
    'GET /api/campus/pack': pack(...amenities),
  });
  await open(of(old));
  await waitFor(() => expect(question()).not.toBeNull());
  await open(of(older));
  await row('지하');
  expect(question()).toBeNull();
  await open(of(old));
  await waitFor(() => expect(question()).not.toBeNull());
  await hands.click((await row('옥상')).getByRole('button', { name: '나중에' }));
  expect(question()).toBeNull();
  await open(of(old));
  await row('옥상');
  expect(question()).toBeNull();
});

test('[PL-09] 없어졌어요 as an answer asks for a picture; a report of today counts for the whole day', async () => {
  const answers: Answers = { 'GET /api/campus/pack': pack(old), [put]: said(old, false) };
  const server = await open(answers);
  await waitFor(() => expect(question()).not.toBeNull());
  await hands.click((await row('옥상')).getByRole('button', { name: '없어졌어요' }));
  await (await row('옥상')).findByLabelText('사진 붙이기');
  expect(server.asked(put)).toHaveLength(1);
  localStorage.clear();
  await open({ ...answers, [get]: { voices: [voice('다른 곳', true, false)] } });
  await row('옥상');
  expect(question()).toBeNull();
});

test('[PL-09] 아직 맞나요? asks about the amenity unconfirmed for longest, once a day', async () => {
  const answers: Answers = {
    'GET /api/campus/pack': pack(
      fresh,
      old,
      older,
      make('없음', '2026-01-02', { goneOn: '2026-02-02' }),
      make('의심', '2026-01-02', { doubtedOn: '2026-11-24' }),
      make('모름', null),
    ),
    [put]: said(older, true, { confirmedOn: '2026-11-25' }),
  };
  const server = await open(answers);
  await row('지하');
  await waitFor(() => expect(question()).not.toBeNull());
  await hands.click((await row('지하')).getByRole('button', { name: '네' }));
  await expectAlert('알려 주셔서 고마워요.');
  expect(server.asked(put).map(({ path, body }) => [path['amenityId'], body.there])).toEqual([
    [encodeURIComponent('지하'), true],
  ]);
  // The focus stays in the row.
  expect(document.activeElement).toBe(await toggle('지하'));
  expect(question()).toBeNull();
  await open(answers);
  await row('지하');
  expect(question()).toBeNull();
  vi.setSystemTime('2026-11-26T03:00:00.000Z');
  await open(answers);
  await waitFor(() => expect(question()).not.toBeNull());
});

test('[PL-09] row in sight: no question moves the others, until the student was elsewhere', async () => {
  isIntersecting = true;
  await open({ 'GET /api/campus/pack': pack(old) });
  await row('옥상');
  expect(question()).toBeNull();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(question()).not.toBeNull());
});
