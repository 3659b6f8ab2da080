import {
  AMENITY_COLUMNS,
  HOURS_COLUMNS,
  parseAmenities,
  parseOpeningHours,
} from '@madang/campus/parse-amenities';
import { writeTable } from '@madang/campus/read-table';
import type { Command } from 'commander';
import {
  importAmenities,
  importHours,
  listAmenities,
  listChanged,
  listHours,
} from '../../features/amenities/index.ts';
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
    about: 'what students changed, beside what it was before',
    columns: {
      id: 'id',
      gone: 'gone',
      'gone before': 'goneBefore',
      confirmed: 'confirmed',
      'confirmed before': 'confirmedBefore',
    },
    read: async ({ database }) =>
      (await listChanged(database)).map(({ now, before }) => ({
        id: now.id,
        gone: now.gone,
        goneBefore: before?.gone ?? '',
        confirmed: now.confirmed,
        confirmedBefore: before?.confirmed ?? '',
      })),
  });
  addFileCommands(program, run, {
    name: 'hours',
    about: 'when buildings are open; a file is put in the place of all that was known',
    parse: parseOpeningHours,
    put: importHours,
    write: async (executor) => writeTable(HOURS_COLUMNS, await listHours(executor)),
  });
}
