import { MEAL_COLUMNS, parseMealRows } from '@madang/campus/parse-meals';
import { writeTable } from '@madang/campus/read-table';
import type { Command } from 'commander';
import { importMeals, listMealRows, lockCafeterias } from '../../features/meals/index.ts';
import { addFileCommands } from '../add-file-commands.ts';
import type { Run } from '../run.ts';

/** `meals`: what cafeterias serve [ML-01]. */
export function addMealCommands(program: Command, run: Run): void {
  addFileCommands(program, run, {
    name: 'meals',
    about: 'what cafeterias serve',
    imports: 'replaces the weeks of the cafeterias that a file names; a file with a mistake changes nothing',
    parse: async (text, context, { transaction }) =>
      parseMealRows(text, await lockCafeterias(transaction), context),
    put: (transaction, rows, { campus }) => importMeals(transaction, rows, campus.settings.timeZone),
    write: async (executor) => writeTable(MEAL_COLUMNS, await listMealRows(executor)),
  });
}
