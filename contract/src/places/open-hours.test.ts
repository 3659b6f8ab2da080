import { expect, test } from 'vitest';
import {
  type BuildingHours,
  campusClock,
  campusDay,
  comingHours,
  hoursOfAmenity,
  hoursOfBuilding,
  hoursOn,
  isOpen,
  openState,
  rangesOn,
} from './open-hours.ts';
import { parseHours } from './amenities.ts';

const ranges = (text: string) => {
  const parsed = parseHours(text);
  if (!parsed) throw new Error(`No hours: ${text}`);
  return parsed;
};
const row = (text: string, from: string | null = null, to: string | null = null): BuildingHours => ({
  buildingId: 'library',
  from,
  to,
  hours: ranges(text),
  source: '학교 누리집',
});
const clock = (local: string) => Date.parse(`${local}Z`);
/** Opening state at a local time of the campus. */
const said = (local: string, ...rows: BuildingHours[]) => {
  const state = openState(hoursOfBuilding(rows, 'library'), clock(local));
  return state && ('at' in state ? `${state.is} ${state.at}` : state.is);
};

// 2026-12-04 is a Friday.
test('opening state: shows until when, when it opens later today, or that it is closed', () => {
  const week = row('mon-fri 09:00-18:00; sat 10:00-13:00; sat 15:00-17:00');
  expect(said('2026-12-04T08:59', week)).toBe('opens 09:00');
  expect(said('2026-12-04T09:00', week)).toBe('until 18:00');
  expect(said('2026-12-04T17:59', week)).toBe('until 18:00');
  expect(said('2026-12-04T18:00', week)).toBe('closed');
  expect(said('2026-12-05T14:00', week)).toBe('opens 15:00');
  expect(said('2026-12-06T12:00', week)).toBe('closedDay');
  expect(said('2026-12-04T12:00', row('closed'))).toBe('closedDay');
  expect(said('2026-12-04T12:00')).toBeNull();
  expect(said('2026-12-04T12:00', { ...week, buildingId: 'gym' })).toBeNull();
  expect(
    [
      null,
      { is: 'always' },
      { is: 'until', at: '18:00' },
      { is: 'opens', at: '09:00' },
      { is: 'closed' },
    ].map((state) => isOpen(state as Parameters<typeof isOpen>[0])),
  ).toEqual([false, true, true, false, false]);
});

test('hours that end after midnight belong to the day of their begin', () => {
  const bar = row('fri 18:00-02:00');
  expect(said('2026-12-04T01:00', bar)).toBe('opens 18:00');
  expect(said('2026-12-04T20:00', bar)).toBe('until 02:00');
  expect(said('2026-12-05T01:59', bar)).toBe('until 02:00');
  expect(said('2026-12-05T02:00', bar)).toBe('closedDay');
  // The last named day ends in the following night; earlier hours do not continue into it.
  const once = row('fri 18:00-02:00', '2026-12-04', '2026-12-04');
  expect(said('2026-12-05T01:00', row('closed'), once)).toBe('until 02:00');
  expect(said('2026-12-12T01:00', row('closed'), once)).toBe('closedDay');
});

test('adjacent or overlapping ranges are merged: open all day never closes', () => {
  const always = row('daily 00:00-24:00');
  expect(['T00:00', 'T12:00', 'T23:59'].map((time) => said(`2026-12-04${time}`, always))).toEqual([
    'always',
    'always',
    'always',
  ]);
  expect(said('2026-12-04T12:00', row('daily 06:00-05:59'))).toBe('until 05:59');
  expect(said('2026-12-04T12:00', row('daily 06:00-18:00; daily 18:00-06:00'))).toBe('always');
  expect(said('2026-12-04T12:00', row('daily 09:00-14:00; daily 13:00-20:00'))).toBe('until 20:00');
  expect(said('2026-12-04T23:00', row('daily 06:00-24:00'))).toBe('until 24:00');
  // Monday to Friday round the clock: closes on Friday.
  const weekdays = row('mon-fri 00:00-24:00');
  expect(said('2026-12-03T12:00', weekdays)).toBe('always');
  expect(said('2026-12-04T12:00', weekdays)).toBe('until 24:00');
});

test('named days take precedence over permanent hours, both ends included', () => {
  const rows = [
    row('daily 06:00-24:00'),
    row('daily 00:00-24:00', '2026-12-07', '2026-12-20'),
    row('closed', '2026-12-25', '2026-12-25'),
  ];
  expect(said('2026-12-06T23:00', ...rows)).toBe('always');
  expect(said('2026-12-07T03:00', ...rows)).toBe('always');
  expect(said('2026-12-20T12:00', ...rows)).toBe('until 24:00');
  expect(said('2026-12-21T03:00', ...rows)).toBe('opens 06:00');
  expect(said('2026-12-25T12:00', ...rows)).toBe('closedDay');
  expect(['2026-12-20', '2026-12-21'].map((day) => hoursOn(rows, 'library', day)?.from)).toEqual([
    '2026-12-07',
    null,
  ]);
  expect(hoursOn([row('closed', '2026-12-25', '2026-12-25')], 'library', '2026-12-24')).toBeNull();

  const coming = (local: string) => comingHours(rows.toReversed(), 'library', clock(local), 14)?.from ?? null;
  expect(coming('2026-11-22T12:00')).toBeNull();
  expect(coming('2026-11-23T00:00')).toBe('2026-12-07');
  expect(coming('2026-12-06T23:59')).toBe('2026-12-07');
  expect(coming('2026-12-11T12:00')).toBe('2026-12-25');
  expect(coming('2026-12-25T12:00')).toBeNull();
  expect(comingHours(rows, 'gym', clock('2026-12-01T12:00'), 14)).toBeNull();
});

test('an amenity has its own hours, or those of its building', () => {
  const rows = [row('daily 06:00-24:00')];
  const state = (hours: string | null) =>
    openState(
      hoursOfAmenity({ buildingId: 'library', hours: hours === null ? null : ranges(hours) }, rows),
      clock('2026-12-04T12:00'),
    );
  expect(state('mon-fri 09:00-17:30')).toEqual({ is: 'until', at: '17:30' });
  expect(state('closed')).toEqual({ is: 'closedDay' });
  expect(state('sat 10:00-14:00')).toEqual({
    is: 'closedDay',
    next: { later: 1, day: '2026-12-05', at: '10:00' },
  });
  expect(state(null)).toEqual({ is: 'until', at: '24:00' });
  // A café is unreachable in a building closed for a holiday.
  const holiday = [...rows, row('closed', '2026-12-04', '2026-12-06')];
  const cafe = { buildingId: 'library', hours: ranges('daily 09:00-20:00') };
  expect(openState(hoursOfAmenity(cafe, holiday), clock('2026-12-04T12:00'))).toEqual({
    is: 'closedDay',
    next: { later: 3, day: '2026-12-07', at: '09:00' },
  });
  const week = hoursOfBuilding([row('mon-fri 09:00-12:00; mon-fri 13:00-18:00')], 'library');
  expect(rangesOn(week, clock('2026-12-04T20:00'))?.map(({ from, to }) => `${from}-${to}`)).toEqual([
    '09:00-12:00',
    '13:00-18:00',
  ]);
  expect(rangesOn(week, clock('2026-12-05T20:00'))).toEqual([]);
  expect(rangesOn(week, clock('2026-12-05T20:00'))).not.toBeNull();
  expect(rangesOn(hoursOfBuilding([], 'library'), clock('2026-12-05T20:00'))).toBeNull();
});

test('room hours: follow the building on named days only if they repeat its usual hours', () => {
  const exam = [row('daily 06:00-24:00'), row('daily 00:00-24:00', '2026-12-07', '2026-12-20')];
  const state = (hours: string, local: string, rows = exam) =>
    openState(hoursOfAmenity({ buildingId: 'library', hours: ranges(hours) }, rows), clock(local));
  expect(state('daily 06:00-24:00', '2026-12-10T12:00')).toEqual({ is: 'always' });
  expect(state('daily 06:00-24:00', '2026-12-21T12:00')).toEqual({ is: 'until', at: '24:00' });
  expect(state('mon-fri 09:00-21:00', '2026-12-10T12:00')).toEqual({ is: 'until', at: '21:00' });
  expect(state('daily 06:00-24:00', '2026-12-10T12:00', [])).toEqual({ is: 'until', at: '24:00' });
});

test.each([
  ['tomorrow', '2026-12-02T20:00', 'mon-fri 08:00-20:00', { later: 1, day: '2026-12-03', at: '08:00' }],
  [
    'after the weekend',
    '2026-12-04T20:00',
    'mon-fri 08:00-20:00',
    { later: 3, day: '2026-12-07', at: '08:00' },
  ],
  [
    'the earliest of two',
    '2026-12-06T12:00',
    'mon 13:00-18:00; mon 09:00-12:00',
    { later: 1, day: '2026-12-07', at: '09:00' },
  ],
  ['in a week', '2026-12-04T20:00', 'fri 10:00-12:00', { later: 7, day: '2026-12-11', at: '10:00' }],
  ['never', '2026-12-04T20:00', 'closed', undefined],
])('closed place: shows when it opens next: %s', (_, local, text, next) => {
  const state = openState(hoursOfBuilding([row(text)], 'library'), clock(local));
  expect(state && 'next' in state ? state.next : undefined).toEqual(next);
  // Days closed by name are skipped.
  const holiday = row('closed', '2026-12-03', '2026-12-20');
  const after = openState(hoursOfBuilding([row(text), holiday], 'library'), clock('2026-12-15T12:00'));
  expect(after).toMatchObject(
    next
      ? { is: 'closedDay', next: { day: expect.stringMatching(/^2026-12-2[1-5]$/) } }
      : { is: 'closedDay' },
  );
});

test('instant: read in campus time, also at a change of time', () => {
  const at = (instant: string, zone: string) => campusClock(Date.parse(instant), zone);
  expect(at('2026-12-03T15:30:59Z', 'Asia/Seoul')).toBe(clock('2026-12-04T00:30'));
  expect(campusDay(clock('2026-12-31T23:00'))).toBe('2026-12-31');
  expect(campusDay(clock('2026-12-31T23:00'), 1)).toBe('2027-01-01');
  // New York: 02:00 becomes 03:00 on 8 March, and 02:00 becomes 01:00 on 1 November.
  const zone = 'America/New_York';
  const always = hoursOfBuilding([row('daily 00:00-24:00')], 'library');
  const night = hoursOfBuilding([row('daily 18:00-02:30')], 'library');
  const state = (instant: string, hours = night) => openState(hours, at(instant, zone));
  for (const instant of ['2026-03-08T06:59Z', '2026-03-08T07:00Z', '2026-11-01T05:30Z', '2026-11-01T06:30Z'])
    expect(state(instant, always)).toEqual({ is: 'always' });
  expect(state('2026-03-08T06:59Z')).toEqual({ is: 'until', at: '02:30' });
  expect(state('2026-03-08T07:00Z')).toEqual({ is: 'opens', at: '18:00' });
  expect(state('2026-11-01T05:30Z')).toEqual({ is: 'until', at: '02:30' });
  expect(state('2026-11-01T06:30Z')).toEqual({ is: 'until', at: '02:30' });
  expect(state('2026-11-01T07:30Z')).toEqual({ is: 'opens', at: '18:00' });
});
