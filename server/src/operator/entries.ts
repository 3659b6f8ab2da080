import { IMAGE_BYTES_MAX } from '@madang/contract/uploads/rules';
import type { EntryKind as EntryName, EntryState } from '@madang/contract/operate/entry-rules';
import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../platform/database/database.ts';
import { encodeEventImage } from '../features/bulletin/index.ts';
import { forgetPlan, listPlanned } from '../features/operate/index.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { act, tidyImages } from './act.ts';
import type { Run } from './run.ts';
import { OperatorError } from './terminal.ts';
import { addReason, missing, readBody, readId, readTitle, readWhole, type BodyOptions } from './values.ts';
import type { Workplace } from './workplace.ts';

export interface Entry {
  id: string;
  title: string;
  body: string;
  /** An encoded PNG; null for none. */
  image: Buffer | null;
}

/** Fields that are undefined stay as they are. */
export type EntryChanges = { [Field in 'title' | 'body' | 'image']?: Entry[Field] | undefined };

export interface ListedEntry {
  id: string;
  title: string;
  body: string;
  created_at: Date;
  has_image?: boolean;
  hidden_at?: Date | null;
  /** Of what is planned on the web, or has ended. */
  state?: EntryState;
  ends_at?: Date | null;
}

/** One kind of thing that the operator writes and users read. */
export interface EntryKind {
  /** The command, e.g. `facility-notice`. */
  name: EntryName;
  description: string;
  takesImage: boolean;
  insert(transaction: Transaction, workplace: Workplace, entry: Entry): Promise<void>;
  /** False when there is no such entry. */
  update(transaction: Transaction, workplace: Workplace, id: string, changes: EntryChanges): Promise<boolean>;
  /** False when there is no such entry. */
  remove(transaction: Transaction, workplace: Workplace, id: string): Promise<boolean>;
  list(executor: Executor): Promise<ListedEntry[]>;
}

interface TextOptions extends BodyOptions {
  title?: string;
  /** False with `--no-image`. */
  image?: string | false;
  reason?: string;
  json?: true;
}

/** `add`, `edit`, `remove` and `list` of one kind [RO-06]. */
export function addEntryCommands(program: Command, run: Run, kind: EntryKind): void {
  const parent = program.command(kind.name).description(kind.description);
  addAdd(parent, run, kind);
  addEdit(parent, run, kind);
  addRemove(parent, run, kind);
  addList(parent, run, kind);
}

function addAdd(parent: Command, run: Run, kind: EntryKind): void {
  const add = parent
    .command('add')
    .description('writes a new one, created now')
    .requiredOption('--title <text>', 'one line, at most 100 characters')
    .option('--body <text>', 'the text, at most 10,000 characters')
    .option('--body-file <file>', 'a UTF-8 file with the text instead')
    .option('--json', 'answer with one JSON object');
  if (kind.takesImage) add.option('--image <file>', 'a PNG or JPEG of at most 10 MB');
  addReason(add, 'optional')
    .addHelpText(
      'after',
      `\nExample:\n  operator ${kind.name} add --title '중앙도서관 야간 개방' --body-file text.txt${kind.takesImage ? ' --image poster.png' : ''}`,
    )
    .action((options: TextOptions & { title: string }) =>
      run(async (workplace, terminal) => {
        const body = await readBody(options);
        if (body === undefined) throw new OperatorError('give the text with --body or --body-file');
        const entry = {
          id: uuidv7(),
          title: readTitle(options.title),
          body,
          image: options.image ? await readImage(options.image) : null,
        };
        const deed = { action: `${kind.name} add`, target: entry.id, reason: options.reason };
        await act(workplace, deed, (transaction) => kind.insert(transaction, workplace, entry));
        if (options.json) terminal.json({ id: entry.id });
        else terminal.line(`${kind.name} ${entry.id} is there`);
      }),
    );
}

function addEdit(parent: Command, run: Run, kind: EntryKind): void {
  const edit = parent
    .command('edit <id>')
    .description('changes what is given and leaves the rest')
    .option('--title <text>', 'one line, at most 100 characters')
    .option('--body <text>', 'the text, at most 10,000 characters')
    .option('--body-file <file>', 'a UTF-8 file with the text instead');
  if (kind.takesImage)
    edit.option('--image <file>', 'another PNG or JPEG of at most 10 MB').option('--no-image', 'no image');
  addReason(edit, 'optional')
    .addHelpText('after', `\nExample:\n  operator ${kind.name} edit ID --title '시간이 바뀌었습니다'`)
    .action((name: string, options: TextOptions) =>
      run(async (workplace, terminal) => {
        const id = readId(name, kind.name);
        const changes: EntryChanges = {
          title: options.title === undefined ? undefined : readTitle(options.title),
          body: await readBody(options),
          image: options.image ? await readImage(options.image) : options.image === false ? null : undefined,
        };
        if (Object.values(changes).every((value) => value === undefined))
          throw new OperatorError('nothing to change: give --title, --body or another option');
        const deed = { action: `${kind.name} edit`, target: id, reason: options.reason };
        await act(workplace, deed, async (transaction) => {
          if (!(await kind.update(transaction, workplace, id, changes))) throw missing(kind.name, id);
        });
        await tidyImages(workplace, terminal);
        terminal.line(`${kind.name} ${id} is changed`);
      }),
    );
}

function addRemove(parent: Command, run: Run, kind: EntryKind): void {
  const remove = parent.command('remove <id>').description('takes it away from everybody');
  addReason(remove, 'optional')
    .addHelpText('after', `\nExample:\n  operator ${kind.name} remove ID --reason '날짜 오류'`)
    .action((name: string, { reason }: { reason?: string }) =>
      run(async (workplace, terminal) => {
        const id = readId(name, kind.name);
        await act(workplace, { action: `${kind.name} remove`, target: id, reason }, async (transaction) => {
          // What is planned on the web is nowhere else yet.
          if (await forgetPlan(transaction, kind.name, id)) return;
          if (!(await kind.remove(transaction, workplace, id))) throw missing(kind.name, id);
        });
        await tidyImages(workplace, terminal);
        terminal.line(`${kind.name} ${id} is removed`);
      }),
    );
}

function addList(parent: Command, run: Run, kind: EntryKind): void {
  parent
    .command('list')
    .description('what is planned on the web or has ended, and the newest 200, newest first')
    .option('--json', 'one JSON object a line, with the whole text')
    .addHelpText('after', `\nExample:\n  operator ${kind.name} list`)
    .action((options: { json?: true }) =>
      run(async ({ database }, terminal) => {
        const plans = new Map((await listPlanned(database, kind.name)).map((plan) => [plan.id, plan]));
        const shown = await kind.list(database);
        for (const { id, hidden_at } of shown) if (!hidden_at) plans.delete(id);
        const entries = [
          ...[...plans.values()].map((plan) => ({ ...plan, created_at: plan.begins_at ?? plan.changed_at })),
          ...shown.filter(({ id }) => !plans.has(id)),
        ];
        if (options.json) for (const entry of entries) terminal.json(describeEntry(entry));
        else
          terminal.table(
            ['id', 'written', 'title', ''],
            entries.map((entry) => [
              entry.id,
              entry.created_at.toISOString(),
              entry.title,
              describeState(entry),
            ]),
          );
      }),
    );
}

function describeState({ state, hidden_at, has_image }: ListedEntry): string {
  return state ?? (hidden_at ? 'removed' : has_image ? 'with image' : '');
}

function describeEntry({ id, title, body, created_at, has_image, hidden_at, state, ends_at }: ListedEntry) {
  return {
    id,
    title,
    body,
    createdAt: created_at,
    ...(state === undefined ? {} : { state, endsAt: ends_at ?? null }),
    ...(has_image === undefined ? {} : { image: has_image }),
    ...(hidden_at === undefined ? {} : { removedAt: hidden_at }),
  };
}

async function readImage(path: string): Promise<Buffer> {
  const bytes = await readWhole(path, IMAGE_BYTES_MAX);
  try {
    return await encodeEventImage(bytes);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new OperatorError(
      error.code === 'image.tooLarge'
        ? `${path} has more than 25 megapixels`
        : `${path} is no PNG or JPEG that can be read`,
    );
  }
}
