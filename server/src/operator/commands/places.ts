import { resolve } from 'node:path';
import {
  type AmenityContext,
  type CampusMeal,
  MEAL_COLUMNS,
  parseMealRows,
} from '@madang/campus/parse-places';
import { placeParsers } from '@madang/campus/parse-table';
import { writeTable } from '@madang/campus/table';
import type { PlaceTable } from '@madang/contract/admin/rules';
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
  importMeals,
  listCodes,
  listMealRows,
  lockCafeterias,
  printSigns,
} from '../../features/places/index.ts';
import {
  codesAdd,
  codesReplace,
  lockTableNeeds,
  putPlaces,
  writePlaces,
} from '../../features/admin/index.ts';
import { addAction, addList, type Run } from '../actions.ts';
import { addFileCommands, type ParseNeeds } from '../add-file-commands.ts';
import { writeWhole } from '../documents/export.ts';
import { missing, OperatorError, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

/** Returns the parts of a table that the web's uploads have too. */
const placeFile = <Table extends PlaceTable>(table: Table) => ({
  parse: async (
    text: string,
    context: AmenityContext,
    { transaction, campus, options, preview }: ParseNeeds,
  ) => {
    const needs = { ...(await lockTableNeeds(transaction, table, campus)), ...options };
    return placeParsers[table](text, needs, { ...context, preview });
  },
  put: putPlaces[table],
  write: writePlaces[table],
});

/** Adds `amenities` and `hours`: facilities in buildings and opening hours [PL-10]. */
export function addAmenityCommands(program: Command, run: Run): void {
  addFileCommands(program, run, {
    name: 'amenities',
    about: 'amenities of buildings; changes by students since the last file remain',
    ...placeFile('amenities'),
  });
  addFileCommands(program, run, {
    name: 'hours',
    about: 'opening hours of buildings; a file replaces all of them',
    ...placeFile('hours'),
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
  addFileCommands(program, run, {
    name: 'rooms',
    about: 'rooms that students may use; a file removes the rooms that it omits, with their classes',
    ...placeFile('rooms'),
  });
  addFileCommands(program, run, {
    name: 'timetable',
    about: 'classes of the terms; a file replaces all of them',
    options: {
      '--first <day>': 'first day of the term, for a course list: 2026-09-01',
      '--last <day>': 'last day of the term, for a course list',
    },
    ...placeFile('timetable'),
  });
  addFileCommands(program, run, {
    name: 'holidays',
    about: 'days without classes; a file replaces all of them',
    ...placeFile('holidays'),
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
