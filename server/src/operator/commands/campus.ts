import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import { findShippedContacts, SHIPPED_UNIVERSITY } from '@madang/campus/check-settings';
import { inspectCampus } from '@madang/campus/load-campus';
import { createCampus, importBuildings, type University } from '@madang/campus/new-campus';
import { BUILDING_INFO_MAX, BUILDING_NAME_MAX, SEATS_MAX } from '@madang/contract/campus/rules';
import type { Command } from 'commander';
import { listBuildings } from '../../features/campus/index.ts';
import { drawMap, presentMap } from '../../features/places/index.ts';
import { buildingAdd, buildingEdit, buildingRemove } from '../../features/admin/index.ts';
import { serverFolder } from '../../lib/folders.ts';
import { addAction, addList, type Refusals, type Run } from '../actions.ts';
import { EXIT, OperatorError, type Terminal } from '../terminal.ts';

const FOLDER = 'the campus folder; default: CAMPUS, then the folder of this repository';

/** Adds `campus`: new folders, errors and the map of a folder. */
export function addCampusCommands(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): void {
  const campusCommand = program.command('campus').description('the campus folder of a university');
  const inspect = async (folder: string | undefined, { check = false, json = false } = {}) => {
    const given = folder ?? environment['CAMPUS'];
    const root = given ? resolve(given) : join(serverFolder(), '..', 'campus');
    const inspection = await inspectCampus(root);
    const { campus, mistakes } =
      check && inspection.campus?.foreign.length
        ? { campus: null, mistakes: inspection.campus.foreign }
        : inspection;
    if (campus) return campus;
    terminal.exitCode = EXIT.failed;
    for (const { file, line = null, field = null, problem, message } of mistakes)
      if (json) terminal.json({ file, line, field, problem });
      else terminal.line(message);
    if (!json) terminal.line(`${mistakes.length} mistakes in ${root}`);
    return null;
  };
  addNewCampusCommands(campusCommand, join(serverFolder(), '..', 'campus'), terminal);
  campusCommand
    .command('map')
    .description('prints the map of a campus folder as SVG')
    .argument('[dir]', FOLDER)
    .addHelpText('after', '\nExample:\n  operator campus map /srv/campus > map.svg')
    .action(async (folder: string | undefined) => {
      const campus = await inspect(folder);
      if (!campus) return;
      if (campus.map)
        terminal.line(
          drawMap(presentMap(campus.map, new Map(campus.boards.map(({ id, name }) => [id, name])))),
        );
      else throw new OperatorError('this campus has no map.tsv');
    });
  campusCommand
    .command('check')
    .description('checks a campus folder and lists all errors with file, line and field')
    .argument('[dir]', FOLDER)
    .option('--json', 'one JSON object per line')
    .addHelpText(
      'after',
      '\nExits with 1 if there is an error.\n\nExample:\n  operator campus check /srv/campus',
    )
    .action(async (folder: string | undefined, options: { json?: true }) => {
      const campus = await inspect(folder, { check: true, ...options });
      if (campus) describe(campus, options, terminal);
    });
}

/** Adds `campus new` and `campus import-buildings`: a folder for another university. */
function addNewCampusCommands(campus: Command, source: string, terminal: Terminal): void {
  campus
    .command('new')
    .description('writes a campus folder for another university, with three example buildings')
    .argument('<dir>', 'a new folder')
    .option('--name <text>', 'name of the university, such as 한빛대학교')
    .option('--short <text>', 'what students call it, such as 한빛대')
    .option('--domain <domain>', 'domain of its e-mail addresses, such as hanbit.ac.kr')
    .option('--time-zone <zone>', 'its time zone', 'Asia/Seoul')
    .option('--categories <names>', 'two to eight categories of buildings, separated by commas')
    .addHelpText(
      'after',
      '\nAsks for the options that are missing.\n\nExample:\n  operator campus new /srv/campus --name 한빛대학교 --short 한빛대 --domain hanbit.ac.kr --categories 인문,이공',
    )
    .action(async (folder: string, options: NewOptions) => {
      const root = resolve(folder);
      await createCampus(source, root, await completeUniversity(options, terminal));
      const { campus: made, mistakes } = await inspectCampus(root);
      if (!made) {
        await rm(root, { recursive: true });
        throw new OperatorError(mistakes.map(({ message }) => message).join('; '));
      }
      terminal.line(`${root} has three example buildings of ${made.settings.university.name}`);
      const contacts = exampleContacts(made.settings);
      if (contacts !== null) terminal.line(contacts);
      terminal.line(`next: operator campus import-buildings ${root} FILE`);
    });
  campus
    .command('import-buildings')
    .description('replaces the buildings of a campus folder by those of a table')
    .argument('<dir>', 'the campus folder')
    .argument('<file>', 'columns name, category, optionally info and seats; .tsv or .csv of a spreadsheet')
    .addHelpText('after', '\nExample:\n  operator campus import-buildings /srv/campus buildings.csv')
    .action(async (folder: string, file: string) => {
      const count = await importBuildings(resolve(folder), resolve(file));
      terminal.line(`${count} buildings are in ${join(resolve(folder), 'buildings.tsv')}`);
    });
}

interface NewOptions {
  name?: string;
  short?: string;
  domain?: string;
  timeZone: string;
  categories?: string;
}

const QUESTIONS = {
  name: ['--name', '대학교 이름 (예: 한빛대학교): '],
  short: ['--short', '줄여 부르는 이름 (예: 한빛대): '],
  domain: ['--domain', '학교 이메일 도메인 (예: hanbit.ac.kr): '],
  categories: ['--categories', '건물 분류 2~8개, 쉼표로 (예: 인문,이공): '],
} as const;

/** Returns a warning about contacts that were copied from the shipped campus; null if none. */
function exampleContacts(settings: Campus['settings']): string | null {
  const copied =
    settings.university.domain === SHIPPED_UNIVERSITY.domain ? [] : findShippedContacts(settings);
  return copied.length === 0
    ? null
    : `campus.json still has example contacts, which every page shows; change ${copied
        .map((field) => `${field} (${settings[field]})`)
        .join(' and ')}`;
}

/** Returns the options; asks for missing ones. */
async function completeUniversity(options: NewOptions, terminal: Terminal): Promise<University> {
  const answerTo = async (field: keyof typeof QUESTIONS): Promise<string> => {
    const [flag, question] = QUESTIONS[field];
    const answer = options[field] ?? (await terminal.ask(question));
    if (answer === null) throw new OperatorError(`${flag} is missing`);
    return answer.trim();
  };
  const name = await answerTo('name');
  const shortName = await answerTo('short');
  const domain = await answerTo('domain');
  const categories = (await answerTo('categories')).split(',').map((category) => category.trim());
  return {
    name,
    shortName,
    domain,
    timeZone: options.timeZone,
    categories: categories.filter((category) => category !== ''),
  };
}

function describe(
  { folder, settings, boards, map, amenities, hours, rooms, timetable, holidays, pictured, warned }: Campus,
  options: { json?: true },
  terminal: Terminal,
) {
  const buildings = boards.filter(({ kind }) => kind === 'building');
  const placeholders = buildings.filter(({ id }) => !pictured.has(id)).map(({ id }) => id);
  const drawn = new Set(map?.buildings.map(({ id }) => id));
  const notDrawn = map ? buildings.filter(({ id }) => !drawn.has(id)).map(({ id }) => id) : [];
  const { university, categories } = settings;
  if (options.json)
    return terminal.json({
      folder,
      university: university.name,
      domain: university.domain,
      categories: categories.map(({ name }) => name),
      buildings: buildings.length,
      placeholders,
      map: map !== null,
      notDrawn,
      amenities: amenities.length,
      hours: hours.length,
      rooms: rooms.length,
      classes: timetable.length,
      holidays: holidays.length,
      warnings: warned.map(({ message }) => message),
    });
  terminal.line(
    `${university.name} (${university.domain}): ${buildings.length} buildings in ${categories.length} categories, no mistake`,
  );
  if (placeholders.length > 0)
    terminal.line(`without a picture of their own, so with the placeholder: ${placeholders.join(', ')}`);
  terminal.line(`${amenities.length} amenities, ${hours.length} rows of opening hours`);
  terminal.line(
    `${rooms.length} rooms, ${timetable.length} rows of the timetable, ${holidays.length} holidays`,
  );
  for (const { message } of warned) terminal.line(message);
  const contacts = exampleContacts(settings);
  if (contacts !== null) terminal.line(contacts);
  if (!map) terminal.line('without a map: map.tsv is missing');
  if (notDrawn.length > 0) terminal.line(`not on the map, so in its list alone: ${notDrawn.join(', ')}`);
}

const what = 'building';
const TEXTS = {
  '--name <text>': 'the name that students see',
  '--category <name>': 'one of the categories of the campus',
  '--info <text>': 'the text below the name',
};
const SEATS = {
  '--seats <url>': 'page of a system that counts seats, shown instead of crowd reports; empty: none',
};
const refusals: Refusals = {
  'name tooLong': `the name is longer than ${BUILDING_NAME_MAX} characters`,
  'info tooLong': `the info is longer than ${BUILDING_INFO_MAX} characters`,
  'seats invalid': 'the seats are no address such as https://library.example.ac.kr/seats',
  'seats tooLong': `the address of the seats is longer than ${SEATS_MAX} characters`,
  'category unknown': ({ category }, { campus }) =>
    `the category "${category}" is none of ${campus.settings.categories.map(({ name }) => name).join(', ')}`,
};

/** Adds `building`; its changes override the campus folder. */
export function addBuildingCommands(program: Command, run: Run): void {
  const building = program
    .command('building')
    .description('buildings; changes made here override the campus folder');
  addAction(building, run, buildingAdd, {
    what,
    about: 'adds a building, or restores a removed one; it shows the placeholder picture',
    required: TEXTS,
    options: SEATS,
    example: "new-hall --name 새누리관 --category 인문 --info '2027년에 문을 연 건물입니다.'",
    done: 'is there',
    already: 'is there already',
    refusals: {
      ...refusals,
      'id invalid': ({ id }) => `the id "${id}" is not 1 to 60 letters, digits or hyphens`,
      'identifier.taken': ({ id }) => `there is a building or board "${id}" already`,
    },
  });
  addAction(building, run, buildingEdit, {
    what,
    about: 'changes the given fields',
    options: { ...TEXTS, ...SEATS },
    example: "main-hall --info '공사 중입니다.'",
    done: 'is changed',
    already: 'is unchanged',
    refusals: {
      ...refusals,
      'name required': ({ name }) =>
        name === undefined
          ? 'nothing to change: give --name, --category, --info or --seats'
          : 'the name must not be empty',
    },
  });
  addAction(building, run, buildingRemove, {
    what,
    about: 'removes a building without posts; the campus folder does not add it again',
    example: "old-hall --reason '철거'",
    done: 'is removed',
    refusals: {
      'building.used': ({ id }) => `building ${id} has posts, hidden ones included, so it stays`,
    },
  });
  addList(building, run, {
    about: 'lists all buildings by name',
    columns: { id: 'id', name: 'name', category: 'category', info: 'info', seats: 'seats' },
    read: async ({ database }) => (await listBuildings(database)).map(({ kind: _, ...row }) => row),
  });
}
