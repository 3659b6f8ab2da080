import { CampusError } from '@madang/campus/table';
import type { FieldCode } from '@madang/contract/errors';
import { Argument, type Command } from 'commander';
import { siteOf } from '../config.ts';
import { type ActionTarget, type OperatorAction, prepareAction } from '../features/admin/index.ts';
import { removeNotedPictures } from '../features/posts/index.ts';
import { clearCachesEverywhere } from '../http/answer-cache.ts';
import type { Transaction } from '../database/database.ts';
import { ProblemError } from '../http/problem.ts';
import { type AuditEntry, recordAuditEntry } from '../audit.ts';
import { addReason, type Fact, missing, OperatorError, readCount, type Terminal } from './terminal.ts';
import type { Opening, Workplace } from './workplace.ts';

/** Command line values by name: options, arguments, and the target's `id`. */
type Given = Readonly<Record<string, string>>;
type Words = string | ((given: Given, workplace: Workplace) => string);
type Flags = Readonly<Record<string, string>>;

/** Messages by error code, or field and code, that replace the usual. */
export type Refusals = Readonly<Record<string, Words>>;

/** Command line texts of an action. */
interface Saying<Stored> {
  /** Kind of the target, e.g. `building`. */
  what: string;
  about: string;
  /** The first names the target. */
  arguments?: readonly Argument[];
  find?: (named: string, what: string, workplace: Workplace) => string | Promise<string>;
  /** Descriptions of options besides the reason: required and optional ones. */
  required?: Flags;
  options?: Flags;
  example: string;
  /** Messages when it is done, and when it was done already. */
  done: string | ((stored: Stored) => string);
  already?: string | ((stored: Stored) => string);
  refusals?: Refusals;
}

const USUAL: Partial<Record<FieldCode, string>> = {
  required: 'must not be empty',
  invalid: 'must be one line',
};

/** Adds an action's command: target, options, reason, and a result line. */
export function addAction<Input extends ActionTarget, Stored extends ActionTarget>(
  parent: Command,
  run: Run,
  action: OperatorAction<Input, Stored, Workplace>,
  { arguments: names = [new Argument('<id>')], required = {}, options = {}, ...saying }: Saying<Stored>,
): void {
  const { what, find, done, already = done, refusals = {} } = saying;
  const command = parent.command(action.name.split(' ')[1] ?? '').description(saying.about);
  for (const name of names) command.addArgument(name);
  for (const [flags, text] of Object.entries(required)) command.requiredOption(flags, text);
  for (const [flags, text] of Object.entries(options)) command.option(flags, text);
  addReason(command, action.needsReason ? 'required' : 'optional')
    .addHelpText('after', `\nExample:\n  operator ${action.name} ${saying.example}`)
    .action(() =>
      run(async (workplace, terminal) => {
        const { reason, ...chosen } = command.opts<Given>();
        const [named = ''] = command.args;
        const id = find ? await find(named, what, workplace) : named;
        const taken = names.map((name, index) => [name.name(), command.args[index]]);
        const given: Given & ActionTarget = { ...chosen, ...Object.fromEntries(taken), id };
        const say = (words: Words) => (typeof words === 'string' ? words : words(given, workplace));
        try {
          const input = given as ActionTarget as Input;
          const { stored, changed } = await perform(workplace, action, input, reason, workplace);
          const said = changed ? done : already;
          terminal.line(`${what} ${stored.id} ${typeof said === 'string' ? said : said(stored)}`);
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          const [field] = error.fields;
          const words = refusals[field ? `${field.field} ${field.code}` : error.code];
          if (words) throw new OperatorError(say(words));
          // Same message as for a file.
          if (error.cause instanceof CampusError)
            throw new OperatorError(`the ${error.cause.field}: ${error.cause.problem}`);
          if (field) throw new OperatorError(`the ${field.field} ${USUAL[field.code] ?? field.code}`);
          throw error.code === 'resource.missing' ? missing(what, named) : error;
        }
      }),
    );
}

/**
 * Performs an action for the operator; returns the stored input, and whether anything changed.
 *
 * @throws {ProblemError}
 */
export async function perform<Given extends ActionTarget, Input extends ActionTarget, Needs>(
  workplace: Workplace,
  action: OperatorAction<Given, Input, Needs>,
  given: Given,
  reason: string | undefined,
  needs: Needs,
): Promise<{ stored: Input; changed: boolean }> {
  const isOwnHost = (host: string) => host === new URL(siteOf(workplace.config)).host;
  const { input, entry, work } = await prepareAction(action, given, { ...workplace, ...needs, isOwnHost });
  const changed = await act(workplace, { ...entry, reason }, (transaction) => work(transaction, null));
  return { stored: input, changed };
}

/** Runs the work and its audit entry in one transaction; no entry if it returns false. */
export function act<Result>(
  { database, hub, actor }: Workplace,
  entry: Omit<AuditEntry, 'actor'>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const result = await work(transaction);
    if (result === false) return result;
    await recordAuditEntry(transaction, { ...entry, actor });
    transaction.afterCommit(() => clearCachesEverywhere(hub));
    return result;
  });
}

/** Removes obsolete pictures; a failure is only reported. */
export async function tidyImages(workplace: Workplace, terminal: Terminal): Promise<void> {
  try {
    await removeNotedPictures(workplace);
  } catch {
    terminal.line('its pictures could not be removed yet; a running server tries again every hour');
  }
}

interface List<Row> {
  about: string;
  /** Column titles and their fields. JSON contains all fields. */
  columns: Readonly<Record<string, keyof Row>>;
  limit?: number;
  read: (workplace: Workplace, limit: number) => Promise<readonly Row[]>;
}

/** Adds `list`: a table, or one JSON object per line. */
export function addList<Row extends { [Field in keyof Row]: Fact }>(
  parent: Command,
  run: Run,
  { about, columns, limit, read }: List<Row>,
): void {
  const command = parent.command('list').description(about).option('--json', 'one JSON object per line');
  if (limit) command.option('--limit <number>', 'number of entries', readCount, limit);
  command
    .addHelpText('after', `\nExample:\n  operator ${parent.name()} list${limit ? ' --limit 10' : ''}`)
    .action((options: { json?: true; limit?: number }) =>
      run(async (workplace, terminal) => {
        const rows = await read(workplace, options.limit ?? 0);
        if (options.json) return rows.forEach((row) => terminal.json(row));
        const fields = Object.values(columns);
        terminal.table(
          Object.keys(columns),
          rows.map((row) => fields.map((field) => row[field])),
        );
      }),
    );
}

export type Run = (
  work: (workplace: Workplace, terminal: Terminal) => Promise<void>,
  opening?: Opening,
) => Promise<void>;
