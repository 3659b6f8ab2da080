import { resolve } from 'node:path';
import { SIGN_SIZES, SPOT_MAX, type SignSize } from '@madang/contract/codes/rules';
import { Argument, Option, type Command } from 'commander';
import { hangs, listCodes, printSigns } from '../../features/codes/index.ts';
import { codesAdd, codesReplace } from '../../features/operate/index.ts';
import { addAction } from '../add-action.ts';
import { addList } from '../add-list.ts';
import { writeWhole } from '../documents/output-file.ts';
import type { Run } from '../run.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import { missing } from '../values.ts';
import type { Workplace } from '../workplace.ts';

const what = 'code';

/** `codes`: the signs on the campus that lead to a place's page [PL-11]. */
export function addCodeCommands(program: Command, run: Run): void {
  const parent = program.command('codes').description('printed signs with a code, to say how a place is');
  addAction(parent, run, codesAdd, {
    what,
    arguments: [new Argument('<building>', 'its id')],
    about: 'a new code for a building, or for a spot or an amenity in it; `codes print` makes its sign',
    options: {
      '--spot <text>': 'what stands on the sign, such as "3층 라운지"',
      '--amenity <id>': 'students may say there that it is still there',
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
    about: 'a new code for the same spot, e.g. when somebody uses a photo of the sign from afar',
    example: "k3x8mq2v --reason '밖에서 쓰고 있음'",
    done: ({ next }) => `is replaced by ${next}: print that, and hang it in its place`,
    already: 'is replaced already',
  });
  addList(parent, run, {
    about: 'all codes by building; a replaced one names the one in its place',
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
    .description('a page for A4 paper with the signs: of all codes, of a building, or of one code')
    .argument('[code]')
    .option('--building <id>', 'those of one building')
    .option('--out <file>', 'where it is written', 'codes.html')
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
  if (origin === null) throw new OperatorError('ORIGIN is not set: the signs would lead nowhere');
  const signs = (await listCodes(database)).filter((row) => hangs(row, { code, building }));
  if (signs.length === 0) throw missing(what, code ?? building ?? '');
  const page = printSigns({ product: campus.settings.product.name, origin }, signs, size);
  await writeWhole(resolve(out), page, 0o644);
  terminal.line(
    `${out} has ${signs.length} ${signs.length === 1 ? 'sign' : 'signs'}: print it on A4 without margins, at 100%`,
  );
}
