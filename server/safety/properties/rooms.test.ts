import { hoursOfBuilding, isOpen, openState } from '@madang/contract/places/open-hours';
import { parseHours } from '@madang/contract/places/amenities';
import { classesOn, doOverlap, freeRooms } from '@madang/contract/places/rooms';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const DAY = '2026-11-25';
const dayOf = (later: number) => new Date(Date.UTC(2026, 8, 1 + later)).toISOString().slice(0, 10);

test('classes overlap: exactly if a day has both at one time', () => {
  const day = fc.integer({ min: 0, max: 30 }).map((later) => dayOf(later));
  const time = fc.integer({ min: 8, max: 20 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
  const made = fc
    .record({
      room: fc.constantFrom('a', 'b'),
      weekday: fc.constantFrom('mon', 'tue,thu', 'mon-fri', 'sat', 'daily'),
      from: time,
      to: time,
      first: day,
      last: day,
    })
    .filter(({ from, to, first, last }) => from < to && first <= last);
  const all = Array.from({ length: 40 }, (_, later) => dayOf(later));
  fc.assert(
    fc.property(made, made, (one, other) => {
      const meets = all.some(
        (each) =>
          classesOn([one, other], [], each).length === 2 &&
          one.room === other.room &&
          one.from < other.to &&
          other.from < one.to,
      );
      expect(doOverlap(one, other)).toBe(meets);
    }),
  );
});

test('room: in a class, closed, or free until a later time when that ends', () => {
  const time = fc
    .integer({ min: 0, max: 1_439 })
    .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  const times = fc.tuple(time, time).filter(([from, to]) => from < to);
  const rooms = fc.array(fc.array(times, { maxLength: 4 }), { maxLength: 6 });
  const week = fc.constantFrom(
    'mon-fri 08:00-20:00',
    'daily 06:00-02:00',
    'closed',
    'daily 00:00-24:00',
    null,
  );
  fc.assert(
    fc.property(rooms, week, time, (classes, hours, now) => {
      const made = classes.map((each, index) => ({
        id: String(index),
        buildingId: 'hall',
        name: `${index}호`,
        floor: '1',
        seats: null,
        stepFree: null,
        source: '',
        classes: each.map(([from, to]) => ({ from, to })),
      }));
      const always = { buildingId: 'hall', from: null, to: null, source: '' };
      const known = hours === null ? [] : [{ ...always, hours: parseHours(hours) ?? [] }];
      const clock = Date.parse(`${DAY}T${now}Z`);
      const found = freeRooms({ day: DAY, rooms: made }, known, clock);
      expect(found.map(({ until }) => until)).toEqual(
        found
          .map(({ until }) => until)
          .toSorted()
          .toReversed(),
      );
      const state = openState(hoursOfBuilding(known, 'hall'), clock);
      for (const room of made) {
        const free = found.find((one) => one.room === room);
        const busy = room.classes.some(({ from, to }) => from <= now && now < to);
        expect(free !== undefined).toBe(!busy && (state === null || isOpen(state)));
        if (!free) continue;
        expect(free.until > now).toBe(true);
        expect(room.classes.some(({ from }) => now < from && from < free.until)).toBe(false);
        if (free.ends === 'class') expect(room.classes.map(({ from }) => from)).toContain(free.until);
        if (free.ends === 'closing') expect(state).toEqual({ is: 'until', at: free.until });
      }
    }),
  );
});
