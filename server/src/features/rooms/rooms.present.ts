import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import type { RoomsToday } from '@madang/contract/rooms/schema';
import { classesOn, isInTerm, timesOf } from '@madang/contract/rooms/timetable';
import type { Executor } from '../../platform/database/database.ts';
import { listClasses, listHolidays, listLocked, listRooms } from './rooms.queries.ts';

/** The day of a campus by its own clocks. */
export const campusToday = (timeZone: string): string => campusDay(campusClock(Date.now(), timeZone));

/** The rooms that may be used on a day and their classes; none where the day is in no term, since then nobody knows. */
export async function readRooms(executor: Executor, day: string): Promise<RoomsToday> {
  const timetable = await listClasses(executor, day);
  if (!isInTerm(timetable, day)) return { day, rooms: [] };
  const classes = classesOn(timetable, await listHolidays(executor), day);
  const classesOf = new Map<string, typeof classes>();
  for (const one of classes) classesOf.set(one.room, [...(classesOf.get(one.room) ?? []), one]);
  const locked = await listLocked(executor, day);
  const rooms = (await listRooms(executor)).filter(({ id }) => !locked.has(id));
  return {
    day,
    rooms: rooms.map(({ id, building, name, floor, seats, stepFree, source }) => ({
      id,
      buildingId: building,
      name,
      floor,
      seats: seats === '' ? null : Number(seats),
      stepFree: stepFree === '' ? null : stepFree === 'yes',
      source,
      classes: timesOf(classesOf.get(id) ?? []),
    })),
  };
}
