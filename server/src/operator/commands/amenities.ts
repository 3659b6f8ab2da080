import {
  AMENITY_COLUMNS,
  HOURS_COLUMNS,
  parseAmenities,
  parseOpeningHours,
} from '@madang/campus/parse-amenities';
import { writeTable } from '@madang/campus/read-table';
import { Argument, type Command } from 'commander';
import {
  importAmenities,
  importHours,
  listAmenities,
  listHours,
  listSaid,
} from '../../features/amenities/index.ts';
import {
  amenityPut,
  amenityRemove,
  amenityUndo,
  hoursPut,
  hoursRemove,
} from '../../features/operate/index.ts';
import { addAction } from '../add-action.ts';
import { addFileCommands } from '../add-file-commands.ts';
import { addList } from '../add-list.ts';
import type { Run } from '../run.ts';

/** `amenities` and `hours`: what students look for in buildings, and when these are open [PL-10]. */
export function addAmenityCommands(program: Command, run: Run): void {
  const amenities = addFileCommands(program, run, {
    name: 'amenities',
    about: 'what students look for in buildings; what they changed since the last file stays',
    parse: (text, context, { campus }) => parseAmenities(text, campus.settings.searchTerms, context),
    put: importAmenities,
    write: async (executor) => writeTable(AMENITY_COLUMNS, await listAmenities(executor)),
  });
  addList(amenities, run, {
    about: 'what students changed, beside what it was before, and their voices that wait for others',
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
    about: 'when buildings are open; a file is put in the place of all that was known',
    parse: parseOpeningHours,
    put: importHours,
    write: async (executor) => writeTable(HOURS_COLUMNS, await listHours(executor)),
  });
  addHoursActs(hours, run);
}

/** An option for each column, in the words of the file. */
const optionsOf = (file: string, [_, ...columns]: readonly string[]) =>
  Object.fromEntries(
    columns.map((name) => [
      `--${name.replace('F', '-f')} <text>`,
      `as in ${file} (campus/README.md); left out: as it is`,
    ]),
  );

function addAmenityActs(parent: Command, run: Run): void {
  const what = 'amenity';
  addAction(parent, run, amenityPut, {
    what,
    about: 'a new one, or another in its place; days that are given are yours, no longer the students’',
    options: optionsOf('amenities.tsv', AMENITY_COLUMNS),
    example: "law-hall-water-3 --building law-hall --kind 정수기 --floor 2 --spot '계단 옆' --source 학생회",
    done: 'is as you said',
    already: 'is so already',
  });
  addAction(parent, run, amenityRemove, {
    what,
    about: 'takes one off the list, with what students say of it; the next file with it brings it back',
    example: "law-hall-water-3 --reason '철거'",
    done: 'is removed',
  });
  addAction(parent, run, amenityUndo, {
    what,
    about: 'takes back what students changed of one, and what they say of it',
    example: "law-hall-water-3 --reason '장난'",
    done: 'is as it was before students changed it',
    already: 'has nothing of students to take back',
  });
}

function addHoursActs(parent: Command, run: Run): void {
  const target = { what: 'building', arguments: [new Argument('<building>', 'its id')] };
  addAction(parent, run, hoursPut, {
    ...target,
    about: 'when a building is open: always, or with --from and --to for some days',
    options: optionsOf('hours.tsv', HOURS_COLUMNS),
    example: "law-hall --from 2026-12-07 --to 2026-12-20 --hours 'daily 00:00-24:00' --source 학생회",
    done: 'is open as you said',
    already: 'is open so already',
    refusals: { 'from invalid': 'these days are none, or have some in common with other hours' },
  });
  addAction(parent, run, hoursRemove, {
    ...target,
    about: 'takes away what holds always, or from a day on',
    options: { '--from <day>': 'the first day' },
    example: 'law-hall --from 2026-12-07',
    done: 'has these hours no more',
    refusals: { 'resource.missing': ({ id }) => `there are no such hours of "${id}"` },
  });
}
