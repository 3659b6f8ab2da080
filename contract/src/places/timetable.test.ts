import { expect, test } from 'vitest';
import { classesOn, doOverlap, isInTerm, timesOf, type TermClass } from './rooms.ts';

const FALL = { first: '2026-09-01', last: '2026-12-21' };
const makeClass = (weekday: string, from: string, to: string, more: Partial<TermClass> = {}): TermClass => ({
  room: 'a',
  weekday,
  from,
  to,
  ...FALL,
  ...more,
});

test('day: lists classes of its weekday within the term, earliest first; none on holidays', () => {
  const timetable = [
    makeClass('mon,wed', '13:30', '14:45'),
    makeClass('mon-fri', '09:00', '10:15'),
    makeClass('tue', '12:00', '13:15'),
    makeClass('daily', '18:00', '21:00', { first: '2026-12-20', last: '2026-12-20' }),
  ];
  const holidays = [{ from: '2026-09-24', to: '2026-09-26' }];
  const times = (day: string) => classesOn(timetable, holidays, day).map(({ from }) => from);
  expect({
    wednesday: times('2026-11-25'),
    tuesday: times('2026-11-24'),
    sunday: times('2026-11-22'),
    before: times('2026-08-31'),
    first: times('2026-09-01'),
    last: times('2026-12-21'),
    after: times('2026-12-22'),
    holidayBegins: times('2026-09-24'),
    holidayGoesOn: times('2026-09-25'),
    afterHoliday: times('2026-09-28'),
    oneDay: times('2026-12-20'),
  }).toEqual({
    wednesday: ['09:00', '13:30'],
    tuesday: ['09:00', '12:00'],
    sunday: [],
    before: [],
    first: ['09:00', '12:00'],
    last: ['09:00', '13:30'],
    after: [],
    holidayBegins: [],
    holidayGoesOn: [],
    afterHoliday: ['09:00', '13:30'],
    oneDay: ['18:00'],
  });
  expect(
    ['2026-08-31', '2026-09-01', '2026-09-25', '2026-12-21', '2026-12-22'].map((day) =>
      isInTerm(timetable, day),
    ),
  ).toEqual([false, true, true, true, false]);
});

test('overlap: two classes overlap only if held at the same time on an existing day', () => {
  const one = makeClass('mon,wed', '09:00', '10:15');
  const cases: [string, TermClass, boolean][] = [
    ['the same', one, true],
    ['one minute in common', makeClass('wed-fri', '10:14', '12:00'), true],
    ['one after the other', makeClass('wed', '10:15', '12:00'), false],
    ['other days', makeClass('tue,thu', '09:00', '10:15'), false],
    ['another room', { ...one, room: 'b' }, false],
    ['another term', { ...one, first: '2027-03-02', last: '2027-06-21' }, false],
    ['a week in common', { ...one, first: '2026-12-16', last: '2027-06-21' }, true],
    ['a Tuesday in common alone', { ...one, first: '2026-08-01', last: '2026-09-01' }, false],
  ];
  expect(cases.map(([what, other]) => [what, doOverlap(one, other), doOverlap(other, one)])).toEqual(
    cases.map(([what, , expected]) => [what, expected, expected]),
  );
});

test('[RM-01] room: taken while any of its classes is held', () => {
  const times = (...classes: [string, string][]) =>
    timesOf(classes.map(([from, to]) => makeClass('mon', from, to))).map(({ from, to }) => `${from}-${to}`);
  expect(times()).toEqual([]);
  expect(times(['09:00', '12:00'], ['09:00', '12:00'], ['10:00', '11:00'], ['11:59', '13:00'])).toEqual([
    '09:00-13:00',
  ]);
  expect(times(['09:00', '10:15'], ['10:15', '11:45'])).toEqual(['09:00-10:15', '10:15-11:45']);
});
