import type { Command } from 'commander';
import type { Campus } from '@madang/campus/campus';
import {
  BUILDING_INFO_MAX,
  BUILDING_NAME_MAX,
  buildingIdProblem,
} from '@madang/contract/campus/building-rules';
import {
  insertBuilding,
  listBuildings,
  readBuildingTexts,
  type BuildingTexts,
} from '../../features/campus/index.ts';
import { changeBuilding, removeBuilding } from '../../features/posts/index.ts';
import { act } from '../act.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';
import { addReason, missing } from '../values.ts';

const MAX = { name: BUILDING_NAME_MAX, category: Infinity, info: BUILDING_INFO_MAX };

interface BuildingOptions {
  name?: string;
  category?: string;
  info?: string;
  reason?: string;
}

/** `building`: the buildings of the campus; what is written here wins over the campus folder. */
export function addBuildingCommands(program: Command, run: Run): void {
  const building = program
    .command('building')
    .description('buildings; what is written here wins over the campus folder at every start');
  addAdd(building, run);
  addEdit(building, run);
  addRemove(building, run);
  building
    .command('list')
    .description('all buildings by name')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', '\nExample:\n  operator building list')
    .action((options: { json?: true }) =>
      run(async ({ database }, terminal) => {
        const rows = await listBuildings(database);
        if (options.json) for (const { kind: _, ...row } of rows) terminal.json(row);
        else
          terminal.table(
            ['id', 'name', 'category', 'info'],
            rows.map(({ id, name, category, info }) => [id, name, category, info]),
          );
      }),
    );
}

function addAdd(building: Command, run: Run): void {
  const add = building
    .command('add <id>')
    .description('a new building, or one that was removed; it shows the placeholder picture')
    .requiredOption('--name <text>', 'as students read it')
    .requiredOption('--category <name>', 'one of the categories of the campus')
    .requiredOption('--info <text>', 'what stands below the name');
  addReason(add, 'optional')
    .addHelpText(
      'after',
      "\nExample:\n  operator building add new-hall --name 새누리관 --category 인문 --info '2027년에 문을 연 건물입니다.'",
    )
    .action(
      (
        id: string,
        options: BuildingOptions & Required<Pick<BuildingOptions, 'name' | 'category' | 'info'>>,
      ) =>
        run(async (workplace, terminal) => {
          if (buildingIdProblem(id) !== null)
            throw new OperatorError(`the id "${id}" is not 1 to 60 letters, digits or hyphens`);
          const { name, category, info } = options;
          const texts = { name, category, info };
          const building = { id, ...texts, ...readTexts(workplace.campus, texts) };
          await act(
            workplace,
            { action: 'building add', target: id, reason: options.reason },
            async (transaction) => {
              if (!(await insertBuilding(transaction, building)))
                throw new OperatorError(`there is a building or board "${id}" already`);
            },
          );
          terminal.line(`building ${id} is there`);
        }),
    );
}

function addEdit(building: Command, run: Run): void {
  const edit = building
    .command('edit <id>')
    .description('changes what is given and leaves the rest')
    .option('--name <text>', 'as students read it')
    .option('--category <name>', 'one of the categories of the campus')
    .option('--info <text>', 'what stands below the name');
  addReason(edit, 'optional')
    .addHelpText('after', "\nExample:\n  operator building edit main-hall --info '공사 중입니다.'")
    .action((id: string, { name, category, info, reason }: BuildingOptions) =>
      run(async (workplace, terminal) => {
        const changes = readTexts(workplace.campus, {
          ...(name === undefined ? {} : { name }),
          ...(category === undefined ? {} : { category }),
          ...(info === undefined ? {} : { info }),
        });
        if (Object.keys(changes).length === 0)
          throw new OperatorError('nothing to change: give --name, --category or --info');
        await act(workplace, { action: 'building edit', target: id, reason }, async (transaction) => {
          if (!(await changeBuilding(transaction, id, changes))) throw missing('building', id);
        });
        terminal.line(`building ${id} is changed`);
      }),
    );
}

function addRemove(building: Command, run: Run): void {
  const remove = building
    .command('remove <id>')
    .description('takes a building without posts out; the campus folder does not bring it back');
  addReason(remove, 'optional')
    .addHelpText('after', "\nExample:\n  operator building remove old-hall --reason '철거'")
    .action((id: string, { reason }: { reason?: string }) =>
      run(async (workplace, terminal) => {
        await act(workplace, { action: 'building remove', target: id, reason }, async (transaction) => {
          const posts = await removeBuilding(transaction, id);
          if (posts === null) throw missing('building', id);
          if (posts > 0)
            throw new OperatorError(`building ${id} has ${posts} posts, hidden ones included, so it stays`);
        });
        terminal.line(`building ${id} is removed`);
      }),
    );
}

/** @throws {OperatorError} naming what is wrong first. */
function readTexts(campus: Campus, given: Partial<BuildingTexts>): Partial<BuildingTexts> {
  const { texts, problems } = readBuildingTexts(campus, given);
  for (const field of ['name', 'category', 'info'] as const)
    switch (problems[field]) {
      case 'required':
        throw new OperatorError(`the ${field} must not be empty`);
      case 'invalid':
        throw new OperatorError(`the ${field} must be one line`);
      case 'tooLong':
        throw new OperatorError(`the ${field} is longer than ${MAX[field]} characters`);
      case 'unknown':
        throw new OperatorError(
          `the ${field} "${texts[field]}" is none of ${campus.settings.categories.map(({ name }) => name).join(', ')}`,
        );
    }
  return texts;
}
