import { resolve } from 'node:path';
import {
  AMENITY_COLUMNS,
  type AmenityContext,
  type CampusMeal,
  HOLIDAY_COLUMNS,
  HOURS_COLUMNS,
  MEAL_COLUMNS,
  parseAmenities,
  parseHolidays,
  parseMealRows,
  parseOpeningHours,
  parseRooms,
  parseTimetable,
  ROOM_COLUMNS,
  TIMETABLE_COLUMNS,
} from '@madang/campus/parse-places';
import { isCourseList, parseCourses, termProblem } from '@madang/campus/parse-courses';
import { writeTable } from '@madang/campus/table';
import { SIGN_SIZES, type SignSize, SPOT_MAX } from '@madang/contract/places/crowd';
import {
  CORNER_MAX,
  DISH_MAX,
  isMealDay,
  type MealMistake,
  MEALS_LINES_MAX,
  MEALS_TEXT_MAX,
  mondayOf,
  PRICE_MAX,
} from '@madang/contract/places/meals';
import { parseMeals } from '@madang/contract/places/parse-meals';
import { normalizeText } from '@madang/contract/text/rules';
import { Argument, type Command, Option } from 'commander';
import {
  hangs,
  importAmenities,
  importHolidays,
  importHours,
  importMeals,
  importRooms,
  importTimetable,
  listAmenities,
  listClasses,
  listCodes,
  listHolidays,
  listHours,
  listLockedRooms,
  listMealRows,
  listMutes,
  listRooms,
  listSaid,
  lockCafeterias,
  lockRooms,
  printSigns,
  readCrowdReports,
} from '../../features/places/index.ts';
import {
  amenityPut,
  amenityRemove,
  amenityUndo,
  codesAdd,
  codesReplace,
  crowdReportsMute,
  crowdReportsPlant,
  crowdReportsUnmute,
  hoursPut,
  hoursRemove,
} from '../../features/admin/index.ts';
import { listBuildings } from '../../features/campus/index.ts';
import { addAction, addList, type Run } from '../actions.ts';
import { addFileCommands } from '../add-file-commands.ts';
import { writeWhole } from '../documents/export.ts';
import { missing, OperatorError, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

/** Adds `amenities` and `hours`: facilities in buildings and opening hours [PL-10]. */
export function addAmenityCommands(program: Command, run: Run): void {
  const amenities = addFileCommands(program, run, {
    name: 'amenities',
    about: 'amenities of buildings; changes by students since the last file remain',
    parse: (text, context, { campus }) => parseAmenities(text, campus.settings.searchTerms, context),
    put: importAmenities,
    write: async (executor) => writeTable(AMENITY_COLUMNS, await listAmenities(executor)),
  });
  addList(amenities, run, {
    about: 'lists changes by students, the values before, and unconfirmed reports',
    columns: {
      id: 'id',
      gone: 'gone',
      'gone before': 'goneBefore',
      confirmed: 'confirmed',
      'confirmed before': 'confirmedBefore',
      there: 'there',
      'not there': 'notThere',
    },
    read: async ({ database }) =>
      (await listSaid(database)).map(({ now, before, there, notThere }) => ({
        id: now.id,
        gone: now.gone,
        goneBefore: before?.gone ?? '',
        confirmed: now.confirmed,
        confirmedBefore: before?.confirmed ?? '',
        there,
        notThere,
      })),
  });
  addAmenityActs(amenities.alias('amenity'), run);
  const hours = addFileCommands(program, run, {
    name: 'hours',
    about: 'opening hours of buildings; a file replaces all of them',
    parse: parseOpeningHours,
    put: importHours,
    write: async (executor) => writeTable(HOURS_COLUMNS, await listHours(executor)),
  });
  addHoursActs(hours, run);
}

const optionsOf = (file: string, [_, ...columns]: readonly string[]) =>
  Object.fromEntries(
    columns.map((name) => [
      `--${name.replace('F', '-f')} <text>`,
      `as in ${file} (campus/README.md); default: unchanged`,
    ]),
  );

function addAmenityActs(parent: Command, run: Run): void {
  const what = 'amenity';
  addAction(parent, run, amenityPut, {
    what,
    about: 'adds or changes an amenity; given days override those of students',
    options: optionsOf('amenities.tsv', AMENITY_COLUMNS),
    example: "law-hall-water-3 --building law-hall --kind 정수기 --floor 2 --spot '계단 옆' --source 학생회",
    done: 'is set',
    already: 'is unchanged',
  });
  addAction(parent, run, amenityRemove, {
    what,
    about: 'removes an amenity and the reports about it; a file with it adds it again',
    example: "law-hall-water-3 --reason '철거'",
    done: 'is removed',
  });
  addAction(parent, run, amenityUndo, {
    what,
    about: 'reverts changes by students and deletes their reports',
    example: "law-hall-water-3 --reason '장난'",
    done: 'is as it was before students changed it',
    already: 'has nothing of students to take back',
  });
}

function addHoursActs(parent: Command, run: Run): void {
  const target = { what: 'building', arguments: [new Argument('<building>', 'its id')] };
  addAction(parent, run, hoursPut, {
    ...target,
    about: 'sets opening hours: regular, or from --from to --to',
    options: optionsOf('hours.tsv', HOURS_COLUMNS),
    example: "law-hall --from 2026-12-07 --to 2026-12-20 --hours 'daily 00:00-24:00' --source 학생회",
    done: 'has these hours',
    already: 'already has these hours',
    refusals: { 'from invalid': 'these days are none, or have some in common with other hours' },
  });
  addAction(parent, run, hoursRemove, {
    ...target,
    about: 'removes the regular hours, or those that begin on a day',
    options: { '--from <day>': 'the first day' },
    example: 'law-hall --from 2026-12-07',
    done: 'no longer has these hours',
    refusals: { 'resource.missing': ({ id }) => `there are no such hours of "${id}"` },
  });
}

const what = 'code';

/** Adds `codes`: printed signs that link to a place's page [PL-11]. */
export function addCodeCommands(program: Command, run: Run): void {
  const parent = program.command('codes').description('printed signs with codes, for crowd reports');
  addAction(parent, run, codesAdd, {
    what,
    arguments: [new Argument('<building>', 'its id')],
    about: 'adds a code for a building, or for a spot or amenity in it; `codes print` prints its sign',
    options: {
      '--spot <text>': 'text of the sign, such as "3층 라운지"',
      '--amenity <id>': 'the amenity that students confirm with this code',
    },
    example: "central-library --spot '3층 라운지'",
    done: 'is there',
    refusals: {
      'resource.missing': ({ id }) => `there is no building "${id}"`,
      'amenity unknown': ({ id, amenity }) => `building ${id} has no amenity "${amenity}"`,
      'spot tooLong': `the spot is longer than ${SPOT_MAX} characters`,
    },
  });
  addAction(parent, run, codesReplace, {
    what,
    arguments: [new Argument('<code>')],
    about: 'replaces the code of a spot, for example if a photo of the sign is misused',
    example: "k3x8mq2v --reason '밖에서 쓰고 있음'",
    done: ({ next }) => `is replaced by ${next}: print that, and hang it in its place`,
    already: 'is replaced already',
  });
  addList(parent, run, {
    about: 'lists all codes by building; a replaced code names its successor',
    columns: { code: 'code', building: 'building', spot: 'spot', since: 'since', replaced: 'replaced' },
    read: async ({ database }) =>
      (await listCodes(database)).map(({ code, buildingId, spot, createdAt, replacedBy }) => ({
        code,
        building: buildingId,
        spot,
        since: createdAt,
        replaced: replacedBy ?? '',
      })),
  });
  addPrint(parent, run);
}

interface PrintOptions {
  building?: string;
  out: string;
  size: SignSize;
}

function addPrint(parent: Command, run: Run): void {
  parent
    .command('print')
    .description('writes a page for A4 paper with the signs of all codes, a building, or one code')
    .argument('[code]')
    .option('--building <id>', 'only codes of this building')
    .option('--out <file>', 'the file to write', 'codes.html')
    .addOption(
      new Option('--size <size>', 'four A6 signs on a sheet, or eight A7').choices(SIGN_SIZES).default('a6'),
    )
    .addHelpText('after', '\nExample:\n  operator codes print --building central-library --out signs.html')
    .action((code: string | undefined, options: PrintOptions) =>
      run((workplace, terminal) => print(workplace, terminal, { code, ...options })),
    );
}

async function print(
  { config, database, campus }: Workplace,
  terminal: Terminal,
  { code, building, out, size }: PrintOptions & { code: string | undefined },
): Promise<void> {
  const { origin } = config;
  if (origin === null) throw new OperatorError('ORIGIN is not set: it is the address on the signs');
  const signs = (await listCodes(database)).filter((row) => hangs(row, { code, building }));
  if (signs.length === 0) throw missing(what, code ?? building ?? '');
  const page = printSigns({ product: campus.settings.product.name, origin }, signs, size);
  await writeWhole(resolve(out), page, 0o644);
  terminal.line(
    `${out} has ${signs.length} ${signs.length === 1 ? 'sign' : 'signs'}: print it on A4 without margins, at 100%`,
  );
}

/** Adds `rooms`, `timetable` and `holidays`: usable rooms and their classes [RM-01]. */
export function addRoomCommands(program: Command, run: Run): void {
  const rooms = addFileCommands(program, run, {
    name: 'rooms',
    about: 'rooms that students may use; a file removes the rooms that it omits, with their classes',
    parse: parseRooms,
    put: importRooms,
    write: async (executor) => writeTable(ROOM_COLUMNS, await listRooms(executor)),
  });
  addList(rooms, run, {
    about: 'lists rooms reported as locked in the last week, most reports first',
    columns: { id: 'id', building: 'building', name: 'name', voices: 'voices', days: 'days', last: 'last' },
    read: ({ database }) => listLockedRooms(database),
  });
  addFileCommands(program, run, {
    name: 'timetable',
    about: 'classes of the terms; a file replaces all of them',
    options: {
      '--first <day>': 'first day of the term, for a course list: 2026-09-01',
      '--last <day>': 'last day of the term, for a course list',
    },
    parse: async (text, context, { transaction, campus, options, preview }) => {
      const lockedRooms = await lockRooms(transaction);
      if (!isCourseList(text)) {
        const classes = parseTimetable(text, lockedRooms, context);
        if (classes === null)
          context.mistakes.add(
            context.file,
            'a course list needs the headings 강의시간 and 강의실, or 요일, 교시 and 강의실',
            { line: 1 },
          );
        return classes;
      }
      const { first, last } = options;
      if (first === undefined || last === undefined)
        throw new OperatorError(
          'a course list needs --first and --last, the first and last day of the term, such as --first 2026-09-01',
        );
      const problem = termProblem(first, last);
      if (problem !== null) throw new OperatorError(`a course list needs --first and --last: ${problem}`);
      const read = parseCourses(
        text,
        {
          first,
          last,
          periods: campus.periods,
          rooms: await listRooms(transaction),
          buildings: await listBuildings(transaction),
          nicknames: campus.settings.buildingNicknames ?? {},
          aliases: campus.roomAliases,
        },
        context,
      );
      read?.preview.forEach(preview);
      return read && read.classes;
    },
    put: importTimetable,
    write: async (executor) => writeTable(TIMETABLE_COLUMNS, await listClasses(executor)),
  });
  addFileCommands(program, run, {
    name: 'holidays',
    about: 'days without classes; a file replaces all of them',
    parse: parseHolidays,
    put: importHolidays,
    write: async (executor) => writeTable(HOLIDAY_COLUMNS, await listHolidays(executor)),
  });
}

/** Adds `voices`: crowd reports of places, and muted places. */
export function addCrowdReportCommands(program: Command, run: Run): void {
  const parent = program.command('voices').description('crowd reports of students');
  const target = { what: 'building', arguments: [new Argument('<building>', 'its id')] };
  addList(parent, run, {
    about: 'lists the current state of places; muted ones, and those with a seat counting system',
    columns: { building: 'id', now: 'now', voices: 'n', quiet: 'quiet', usual: 'usual', muted: 'muted' },
    read: async ({ database, campus }) => {
      const { places, muted } = await readCrowdReports(database, campus);
      const mutes = await listMutes(database);
      const silent = (id: string) => (mutes.includes(id) ? 'muted' : muted.includes(id) ? 'seats' : '');
      return [...Object.keys(places), ...muted].map((id) => {
        const { now = '', n = 0, quiet = 0, usual = '' } = places[id] ?? {};
        return { id, now, n, quiet, usual, muted: silent(id) };
      });
    },
  });
  addAction(parent, run, crowdReportsMute, {
    ...target,
    about: 'rejects and hides the crowd reports of a building, for example if students coordinate false ones',
    example: "central-library --reason '장난'",
    done: 'is muted',
    already: 'is muted already',
  });
  addAction(parent, run, crowdReportsUnmute, {
    ...target,
    about: 'accepts crowd reports of a building again',
    example: 'central-library',
    done: 'accepts reports again',
    already: 'is not muted',
  });
  addAction(parent, run, crowdReportsPlant, {
    ...target,
    about:
      'sets the usual level of class periods that begin in these hours, until ten reports of other days exist',
    required: {
      '--hours <hours>': 'as in hours.tsv (campus/README.md), each within one day',
      '--crowd <crowd>': 'free, normal or crowded; none deletes it',
    },
    example: "central-library --hours 'mon-fri 12:00-18:00' --crowd crowded",
    done: 'has this usual level',
    already: 'already has this usual level',
    refusals: {
      'hours invalid': 'these are no hours in which a class period begins, such as mon-fri 09:00-18:00',
      'crowd invalid': 'the crowd is one of free, normal, crowded, none',
    },
  });
}

/** Adds `meals`: meals of cafeterias [ML-01]. */
export function addMealCommands(program: Command, run: Run): void {
  addFileCommands(program, run, {
    name: 'meals',
    about: 'meals of cafeterias',
    imports: 'replaces the weeks of the cafeterias in a file; a file with an error changes nothing',
    options: {
      '--cafeteria <id>': 'the cafeteria, for a menu as it publishes it',
      '--week <day>': 'a day of the week, for such a menu: 2026-11-23',
    },
    parse: async (text, context, { transaction, options, preview }) => {
      const cafeterias = await lockCafeterias(transaction);
      const { cafeteria, week } = options;
      if (cafeteria === undefined && week === undefined) {
        const rows = parseMealRows(text, cafeterias, context);
        if (rows === null) context.mistakes.add(context.file, MENU_OPTIONS, { line: 1 });
        return rows;
      }
      if (cafeteria === undefined || week === undefined) throw new OperatorError(MENU_OPTIONS);
      if (!cafeterias.has(cafeteria))
        throw new OperatorError(
          `--cafeteria: "${cafeteria}" is the id of no amenity; \`operator amenities put\` adds one`,
        );
      if (!isMealDay(week)) throw new OperatorError(`--week: "${week}" is no day such as 2026-11-23`);
      return readMenu(text, { cafeteria, monday: mondayOf(week) }, context, preview);
    },
    put: (transaction, rows, { campus }) => importMeals(transaction, rows, campus.settings.timeZone),
    write: async (executor) => writeTable(MEAL_COLUMNS, await listMealRows(executor)),
  });
}

/** Instruction for a menu without its options. */
const MENU_OPTIONS =
  'a menu as a cafeteria publishes it needs --cafeteria, the id of its amenity, and --week, a day of its week such as 2026-11-23';
/** Maximum characters quoted from a cell. */
const QUOTED_MAX = 60;

const MEAL_MISTAKES: Readonly<Record<MealMistake, string>> = {
  tooLong: `has more than ${MEALS_TEXT_MAX} characters`,
  tooManyLines: `has more than ${MEALS_LINES_MAX} lines`,
  empty: 'has no meals',
  noDay: 'has no day above it; days as columns need a row such as 구분, 월, 화',
  noMeal: 'has no meal before it: 조식, 중식 or 석식',
  unknownDay: 'is no such day, or has another weekday',
  otherWeek: 'is a day of another week than --week',
  unknownMeal: 'is none of 조식, 중식, 석식: name one of them, with its hours',
  hours: 'has no hours such as 11:30-13:30',
  hoursPlace: 'has hours next to a dish: write them next to the meal',
  price: `has no price up to ${PRICE_MAX}`,
  prices: 'has several prices: name the one of students',
  closedWhat: 'does not say what is closed',
  cornerLong: `has a corner longer than ${CORNER_MAX} letters`,
  dishLong: `has a dish longer than ${DISH_MAX} letters`,
  cells: 'has a cell below no day, or other columns',
  twice: 'has the same dish twice',
};

/** Returns the rows of a menu as a cafeteria publishes it; previews them and warns of each text that was left out. */
function readMenu(
  text: string,
  { cafeteria, monday }: { cafeteria: string; monday: string },
  { file, mistakes }: Pick<AmenityContext, 'file' | 'mistakes'>,
  preview: (line: string) => void,
): CampusMeal[] {
  const parsed = parseMeals(normalizeText(text), monday);
  const quote = (words: string) =>
    `"${words.length > QUOTED_MAX ? `${words.slice(0, QUOTED_MAX)}…` : words}"`;
  for (const { line, code, text: cell } of parsed.mistakes)
    if (line === 0) mistakes.add(file, MEAL_MISTAKES[code]);
    else mistakes.add(file, `${quote(cell)} ${MEAL_MISTAKES[code]}`, { line });
  for (const { line, day, meal, text: cell, as } of parsed.omitted) {
    const why = as === 'closed' ? 'it closes only a corner' : 'it is no dish';
    mistakes.warn(file, [day, meal, `${quote(cell)} is left out: ${why}`].filter(Boolean).join(' '), {
      line,
    });
  }
  for (const { day, meal } of parsed.closed) preview(`${day} ${meal ?? 'all meals'}: closed`);
  return parsed.offers.map(({ line, price, ...offer }) => {
    const { day, meal, corner, dish, from, to } = offer;
    const paid = price === null ? 'no price' : `${price} won`;
    preview(
      `${file} line ${line}: ${[day, meal, `${from}-${to}`, corner, dish].filter(Boolean).join(' ')}, ${paid}`,
    );
    return { ...offer, cafeteria, price: price === null ? '' : String(price), source: '' };
  });
}
