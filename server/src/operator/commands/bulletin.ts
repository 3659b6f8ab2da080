import { IMAGE_BYTES_MAX } from '@madang/contract/posts/rules';
import type { EntryKind } from '@madang/contract/admin/rules';
import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import { encodeEventImage, imageMark, putEntryImage } from '../../features/bulletin/index.ts';
import {
  isOver,
  listEntries,
  lockEntry,
  NO_PICTURE,
  storeEntry,
  unpublishEntry,
  type EntryRow,
} from '../../features/admin/index.ts';
import { announceEdit, announceVisibility } from '../../features/replies/index.ts';
import { DatabaseError, type Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { act, type Run, tidyImages } from '../actions.ts';
import {
  addReason,
  type BodyOptions,
  missing,
  OperatorError,
  readBody,
  readId,
  readTitle,
  readWhole,
} from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

interface TextOptions extends BodyOptions {
  title?: string;
  /** False with `--no-image`. */
  image?: string | false;
  reason?: string;
  json?: true;
}

interface Kind {
  /** The command, e.g. `facility-notice`. */
  name: EntryKind;
  description: string;
  takesImage: boolean;
}

const KINDS: readonly Kind[] = [
  { name: 'event', description: 'events', takesImage: true },
  { name: 'notice', description: 'notices', takesImage: false },
  {
    name: 'facility-notice',
    description: 'posts on the facility notice board; `post restore` brings a removed one back',
    takesImage: false,
  },
];

/** Adds `event`, `notice` and `facility-notice`, which only operators write [EN-06, RO-06]. */
export function addBulletinCommands(program: Command, run: Run): void {
  for (const kind of KINDS) addEntryCommands(program, run, kind);
}

function addEntryCommands(program: Command, run: Run, kind: Kind): void {
  const parent = program.command(kind.name).description(kind.description);
  addAdd(parent, run, kind);
  addEdit(parent, run, kind);
  addRemove(parent, run, kind);
  addList(parent, run, kind);
}

function addAdd(parent: Command, run: Run, kind: Kind): void {
  const add = parent
    .command('add')
    .description('publishes a new entry')
    .requiredOption('--title <text>', 'one line, at most 100 characters')
    .option('--body <text>', 'the text, at most 10,000 characters')
    .option('--body-file <file>', 'a UTF-8 file with the text, instead of --body')
    .option('--json', 'print one JSON object');
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
        const id = uuidv7();
        const title = readTitle(options.title);
        const image = options.image ? await readImage(options.image) : null;
        const entry = { ...NEW, ...pictureOf(image), id, kind: kind.name, title, body };
        const line = { action: `${kind.name} add`, target: id, reason: options.reason };
        await act(workplace, line, async (transaction) => {
          await storeEntry(transaction, streamsOf(workplace), entry);
          if (image) await storeImage(transaction, workplace, id, image);
        });
        if (options.json) terminal.json({ id });
        else terminal.line(`${kind.name} ${id} is there`);
      }),
    );
}

function addEdit(parent: Command, run: Run, kind: Kind): void {
  const edit = parent
    .command('edit <id>')
    .description('changes the given fields')
    .option('--title <text>', 'one line, at most 100 characters')
    .option('--body <text>', 'the text, at most 10,000 characters')
    .option('--body-file <file>', 'a UTF-8 file with the text, instead of --body');
  if (kind.takesImage)
    edit.option('--image <file>', 'another PNG or JPEG of at most 10 MB').option('--no-image', 'no image');
  addReason(edit, 'optional')
    .addHelpText('after', `\nExample:\n  operator ${kind.name} edit ID --title '시간이 바뀌었습니다'`)
    .action((name: string, options: TextOptions) =>
      run(async (workplace, terminal) => {
        const id = readId(name, kind.name);
        const body = await readBody(options);
        if (options.title === undefined && body === undefined && options.image === undefined)
          throw new OperatorError('nothing to change: give --title, --body or another option');
        const image = options.image ? await readImage(options.image) : null;
        const changes = {
          ...(options.title === undefined ? {} : { title: readTitle(options.title) }),
          ...(body === undefined ? {} : { body }),
          ...(options.image === undefined ? {} : pictureOf(image)),
        };
        const line = { action: `${kind.name} edit`, target: id, reason: options.reason };
        await act(workplace, line, async (transaction) => {
          const entry = await lockEntry(transaction, kind.name, id);
          if (!entry || isOver(entry)) throw missing(kind.name, id);
          await storeEntry(transaction, streamsOf(workplace), { ...entry, ...changes }, entry);
          if (image) await storeImage(transaction, workplace, id, image);
        });
        await tidyImages(workplace, terminal);
        terminal.line(`${kind.name} ${id} is changed`);
      }),
    );
}

function addRemove(parent: Command, run: Run, kind: Kind): void {
  const remove = parent.command('remove <id>').description('removes an entry from all pages');
  addReason(remove, 'optional')
    .addHelpText('after', `\nExample:\n  operator ${kind.name} remove ID --reason '날짜 오류'`)
    .action((name: string, { reason }: { reason?: string }) =>
      run(async (workplace, terminal) => {
        const id = readId(name, kind.name);
        await act(workplace, { action: `${kind.name} remove`, target: id, reason }, async (transaction) => {
          const entry = await lockEntry(transaction, kind.name, id);
          if (!entry) throw missing(kind.name, id);
          if (isOver(entry)) throw new OperatorError(`${kind.name} ${id} is ${entry.state} already`);
          await unpublishEntry(transaction, streamsOf(workplace), entry, 'withdrawn');
        });
        await tidyImages(workplace, terminal);
        terminal.line(`${kind.name} ${id} is removed`);
      }),
    );
}

function addList(parent: Command, run: Run, kind: Kind): void {
  parent
    .command('list')
    .description('lists shown, planned and ended entries, the newest 200 of each')
    .option('--json', 'one JSON object per line, with the full text')
    .addHelpText('after', `\nExample:\n  operator ${kind.name} list`)
    .action((options: { json?: true }) =>
      run(async ({ database }, terminal) => {
        const entries = await listEntries(database, kind.name);
        if (options.json) for (const entry of entries) terminal.json(describeEntry(entry, kind));
        else
          terminal.table(
            ['id', 'written', 'title', ''],
            entries.map((entry) => [
              entry.id,
              writtenAt(entry).toISOString(),
              entry.title,
              entry.state !== 'shown' ? entry.state : entry.picture_mark === null ? '' : 'with image',
            ]),
          );
      }),
    );
}

const writtenAt = ({ shown_at: shown, begins_at: begins, changed_at: changed }: EntryRow) =>
  shown ?? begins ?? changed;

function describeEntry(entry: EntryRow, { takesImage }: Kind) {
  const { id, title, body, state, ends_at: endsAt, picture_mark: mark } = entry;
  return {
    id,
    title,
    body,
    createdAt: writtenAt(entry),
    ...(state === 'shown' ? {} : { state, endsAt }),
    // Other kinds get images only on the web; `image` is omitted without one.
    ...(takesImage || mark !== null ? { image: mark !== null } : {}),
  };
}

const NEW = { ...NO_PICTURE, state: 'shown', begins_at: null, ends_at: null } as const;

const pictureOf = (image: Buffer | null) => ({
  ...NO_PICTURE,
  picture_mark: image && imageMark(image),
});

const streamsOf = ({ hub }: Workplace) => ({
  announceEdit: (id: string) => announceEdit(hub, id),
  announceVisibility: (id: string) => announceVisibility(hub, id),
});

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

async function storeImage(
  transaction: Transaction,
  { images }: Workplace,
  id: string,
  image: Buffer,
): Promise<void> {
  try {
    await putEntryImage(transaction, images, id, image);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(`the image could not be stored (${code ?? message}); see \`operator doctor\``);
  }
}
