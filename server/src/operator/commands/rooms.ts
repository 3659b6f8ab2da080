import {
  HOLIDAY_COLUMNS,
  parseHolidays,
  parseRooms,
  parseTimetable,
  ROOM_COLUMNS,
  TIMETABLE_COLUMNS,
} from '@madang/campus/parse-rooms';
import { writeTable } from '@madang/campus/read-table';
import type { Command } from 'commander';
import {
  importHolidays,
  importRooms,
  importTimetable,
  listClasses,
  listHolidays,
  listLockedRooms,
  listRooms,
  lockRooms,
} from '../../features/rooms/index.ts';
import { addFileCommands } from '../add-file-commands.ts';
import { addList } from '../add-list.ts';
import type { Run } from '../run.ts';

/** `rooms`, `timetable` and `holidays`: which rooms may be used, and when classes are held in them [RM-01]. */
export function addRoomCommands(program: Command, run: Run): void {
  const rooms = addFileCommands(program, run, {
    name: 'rooms',
    about: 'the rooms that students may use; one that a file leaves out goes with its classes',
    parse: parseRooms,
    put: importRooms,
    write: async (executor) => writeTable(ROOM_COLUMNS, await listRooms(executor)),
  });
  addList(rooms, run, {
    about: 'rooms that students found locked in the last week, the most voices first',
    columns: { id: 'id', building: 'building', name: 'name', voices: 'voices', days: 'days', last: 'last' },
    read: ({ database }) => listLockedRooms(database),
  });
  addFileCommands(program, run, {
    name: 'timetable',
    about: 'the classes of the terms; a file is put in the place of all that was known',
    parse: async (text, context, { transaction }) =>
      parseTimetable(text, await lockRooms(transaction), context),
    put: importTimetable,
    write: async (executor) => writeTable(TIMETABLE_COLUMNS, await listClasses(executor)),
  });
  addFileCommands(program, run, {
    name: 'holidays',
    about: 'days without classes; a file is put in the place of all that was known',
    parse: parseHolidays,
    put: importHolidays,
    write: async (executor) => writeTable(HOLIDAY_COLUMNS, await listHolidays(executor)),
  });
}
