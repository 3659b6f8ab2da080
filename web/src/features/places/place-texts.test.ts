import { parseHours } from '@madang/contract/places/amenities';
import { expect, test } from 'vitest';
import { dayText, rangesText, stateText, weekText } from './place-texts.ts';

test('hours in plain words', () => {
  expect(
    [
      { is: 'until', at: '23:00' } as const,
      { is: 'opens', at: '09:00' } as const,
      { is: 'always' } as const,
      { is: 'closed' } as const,
      { is: 'closedDay' } as const,
      { is: 'closed', next: { later: 1, day: '2026-12-08', at: '08:00' } } as const,
      { is: 'closed', next: { later: 6, day: '2026-12-13', at: '08:00' } } as const,
      { is: 'closedDay', next: { later: 7, day: '2026-12-14', at: '08:00' } } as const,
    ].map((state) => stateText(state)),
  ).toEqual([
    '23:00까지',
    '09:00에 열어요',
    '24시간',
    '지금 닫힘',
    '오늘 휴관',
    '내일 08:00에 열어요',
    '일요일 08:00에 열어요',
    '오늘 휴관 · 12/14 08:00에 열어요',
  ]);
  const week = (text: string) => weekText(parseHours(text) ?? []);
  expect(
    ['daily 00:00-24:00', 'closed', 'mon-fri 09:00-18:00; sat 10:00-14:00', 'mon,wed-thu 09:00-18:00'].map(
      week,
    ),
  ).toEqual(['24시간', '휴관', '월–금 09:00–18:00, 토 10:00–14:00', '월·수–목 09:00–18:00']);
  expect(
    rangesText([
      { from: '09:00', to: '12:00' },
      { from: '13:00', to: '18:00' },
    ]),
  ).toBe('09:00–12:00, 13:00–18:00');
  expect(rangesText([])).toBe('휴관');
  expect(dayText('2026-12-07')).toBe('12/7');
});
