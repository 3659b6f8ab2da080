import type { PlaceTable } from '@madang/contract/admin/rules';
import type { Campus } from './campus.ts';
import { type CourseCampus, isCourseList, parseCourses, termProblem } from './parse-courses.ts';
import {
  type AmenityContext,
  type CampusClass,
  parseAmenities,
  parseHolidays,
  parseOpeningHours,
  parseRooms,
  parseTimetable,
} from './parse-places.ts';

/** Rows by table. */
export type PlaceRows = { [Table in PlaceTable]: Campus[Table][number] };

/** Data that a table may refer to. Only a timetable refers to rooms, and its course lists to names of buildings. */
export interface TableNeeds extends Pick<CourseCampus, 'buildings' | 'rooms'> {
  campus: Pick<Campus, 'settings' | 'periods' | 'roomAliases'>;
  /** First and last day of the term of a course list. */
  first?: string | undefined;
  last?: string | undefined;
}

interface TableContext extends AmenityContext {
  /** Receives one line for each class of a course list. */
  preview: (line: string) => void;
}

type Parsers = {
  [Table in PlaceTable]: (
    text: string,
    needs: TableNeeds,
    context: TableContext,
  ) => PlaceRows[Table][] | null;
};

/** Parse a table of places; mistakes are in the context. Null if the columns differ. */
export const placeParsers: Parsers = {
  amenities: (text, { campus }, context) => parseAmenities(text, campus.settings.searchTerms, context),
  hours: (text, _, context) => parseOpeningHours(text, context),
  rooms: (text, _, context) => parseRooms(text, context),
  timetable: (text, needs, context) =>
    isCourseList(text) ? readCourses(text, needs, context) : readTimetable(text, needs, context),
  holidays: (text, _, context) => parseHolidays(text, context),
};

function readTimetable(text: string, { rooms }: TableNeeds, context: TableContext): CampusClass[] | null {
  const buildingOf = new Map(rooms.map(({ id, building }) => [id, building]));
  const classes = parseTimetable(text, buildingOf, context);
  const headings = 'a course list needs the headings 강의시간 and 강의실, or 요일, 교시 and 강의실';
  if (classes === null) context.mistakes.add(context.file, headings, { line: 1 });
  return classes;
}

function readCourses(text: string, needs: TableNeeds, context: TableContext): CampusClass[] | null {
  const { first = '', last = '', campus, rooms, buildings } = needs;
  const problem = first === '' || last === '' ? 'such as 2026-09-01' : termProblem(first, last);
  if (problem !== null) {
    const needed = `a course list needs the first and last day of the term (--first and --last): ${problem}`;
    context.mistakes.add(context.file, needed, { field: 'first' });
    return null;
  }
  const { periods, roomAliases: aliases, settings } = campus;
  const nicknames = settings.buildingNicknames ?? {};
  const parsed = parseCourses(text, { first, last, periods, rooms, buildings, nicknames, aliases }, context);
  parsed?.preview.forEach(context.preview);
  return parsed && parsed.classes;
}
