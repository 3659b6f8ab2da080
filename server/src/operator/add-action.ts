import { CampusError } from '@madang/campus/campus-error';
import { Argument, type Command } from 'commander';
import type { FieldCode } from '@madang/contract/errors';
import { siteOf } from '../config.ts';
import { prepareAction, type ActionTarget, type OperatorAction } from '../features/operate/index.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { act } from './act.ts';
import type { Run } from './run.ts';
import { OperatorError } from './terminal.ts';
import { addReason, missing } from './values.ts';
import type { Workplace } from './workplace.ts';

/** What was given, by name: options, arguments, and the target's `id`. */
type Given = Readonly<Record<string, string>>;
type Words = string | ((given: Given, workplace: Workplace) => string);
type Flags = Readonly<Record<string, string>>;

/** What is said of a refusal in other words than the usual, by its code, or by field and code. */
export type Refusals = Readonly<Record<string, Words>>;

/** How an action is said on the command line. */
interface Saying<Stored> {
  /** What the target is, e.g. `building`. */
  what: string;
  about: string;
  /** The first names the target. */
  arguments?: readonly Argument[];
  /** Its id. */
  find?: (named: string, what: string, workplace: Workplace) => string | Promise<string>;
  /** Options beside the reason: what they are; those that must be given, and others. */
  required?: Flags;
  options?: Flags;
  example: string;
  /** What is said of the target when it is done, and when it was so already. */
  done: string | ((stored: Stored) => string);
  already?: string | ((stored: Stored) => string);
  refusals?: Refusals;
}

const USUAL: Partial<Record<FieldCode, string>> = {
  required: 'must not be empty',
  invalid: 'must be one line',
};

/** Adds the command of an action: what names its target, options, a reason, and one line when it is done. */
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
          // As a file with it would be refused.
          if (error.cause instanceof CampusError)
            throw new OperatorError(`the ${error.cause.field}: ${error.cause.problem}`);
          if (field) throw new OperatorError(`the ${field.field} ${USUAL[field.code] ?? field.code}`);
          throw error.code === 'resource.missing' ? missing(what, named) : error;
        }
      }),
    );
}

/** Does an action for who runs the command; answers what it stored, and whether anything changed. @throws {ProblemError} */
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
