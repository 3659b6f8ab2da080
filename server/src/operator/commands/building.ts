import type { Command } from 'commander';
import { BUILDING_INFO_MAX, BUILDING_NAME_MAX, SEATS_MAX } from '@madang/contract/campus/building-rules';
import { listBuildings } from '../../features/campus/index.ts';
import { buildingAdd, buildingEdit, buildingRemove } from '../../features/operate/index.ts';
import { addAction, type Refusals } from '../add-action.ts';
import { addList } from '../add-list.ts';
import type { Run } from '../run.ts';

const what = 'building';
const TEXTS = {
  '--name <text>': 'as students read it',
  '--category <name>': 'one of the categories of the campus',
  '--info <text>': 'what stands below the name',
};
const SEATS = {
  '--seats <url>': 'the page of a system that counts its seats, in place of voices; empty is none',
};
const refusals: Refusals = {
  'name tooLong': `the name is longer than ${BUILDING_NAME_MAX} characters`,
  'info tooLong': `the info is longer than ${BUILDING_INFO_MAX} characters`,
  'seats invalid': 'the seats are no address such as https://library.example.ac.kr/seats',
  'seats tooLong': `the address of the seats is longer than ${SEATS_MAX} characters`,
  'category unknown': ({ category }, { campus }) =>
    `the category "${category}" is none of ${campus.settings.categories.map(({ name }) => name).join(', ')}`,
};

/** `building`: the buildings of the campus; what is written here wins over the campus folder. */
export function addBuildingCommands(program: Command, run: Run): void {
  const building = program
    .command('building')
    .description('buildings; what is written here wins over the campus folder at every start');
  addAction(building, run, buildingAdd, {
    what,
    about: 'a new building, or one that was removed; it shows the placeholder picture',
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
    about: 'changes what is given and leaves the rest',
    options: { ...TEXTS, ...SEATS },
    example: "main-hall --info '공사 중입니다.'",
    done: 'is changed',
    already: 'is so already',
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
    about: 'takes a building without posts out; the campus folder does not bring it back',
    example: "old-hall --reason '철거'",
    done: 'is removed',
    refusals: {
      'building.used': ({ id }) => `building ${id} has posts, hidden ones included, so it stays`,
    },
  });
  addList(building, run, {
    about: 'all buildings by name',
    columns: { id: 'id', name: 'name', category: 'category', info: 'info', seats: 'seats' },
    read: async ({ database }) => (await listBuildings(database)).map(({ kind: _, ...row }) => row),
  });
}
