import { Argument, type Command } from 'commander';
import { findBoard } from '../../features/campus/index.ts';
import {
  deletePasskey,
  endPasskeyUse,
  insertRole,
  listRoles,
  takeRole,
} from '../../features/moderation/index.ts';
import { act } from '../act.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';
import { addReason, missing } from '../values.ts';
import { findOne } from './student.ts';

type Role = 'operator' | 'moderator';

/** `role`: who is operator, and who moderates which board. */
export function addRoleCommands(program: Command, run: Run): void {
  const role = program.command('role').description('operators, and moderators of boards');
  addChange(role, run, 'give');
  addChange(role, run, 'take');
  addDropPasskey(role, run);
  role
    .command('list')
    .description('everybody with a role')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', '\nExample:\n  operator role list')
    .action((options: { json?: true }) =>
      run(async ({ database }, terminal) => {
        const rows = (await listRoles(database)).map((row) => ({
          id: row.user_id,
          nickname: row.nickname,
          role: row.role,
          board: row.building_id,
          givenAt: row.given_at,
        }));
        if (options.json) return rows.forEach((row) => terminal.json(row));
        terminal.table(
          ['student', 'nickname', 'role', 'board', 'since'],
          rows.map((row) => [row.id, row.nickname, row.role, row.board ?? '', row.givenAt.toISOString()]),
        );
      }),
    );
}

/** For anyone who lost theirs: the next confirmation makes another one [MO-19]. */
function addDropPasskey(parent: Command, run: Run): void {
  const command = parent
    .command('drop-passkey')
    .argument('<who>', 'an id, an e-mail address, or a nickname that only one student has')
    .description('forgets the passkey of somebody with a role; they make another one with their password');
  addReason(command, 'required')
    .addHelpText(
      'after',
      "\nExample:\n  operator role drop-passkey kim@korea.ac.kr --reason '휴대전화 분실, 본인 확인'",
    )
    .action((who: string, { reason }: { reason: string }) =>
      run(async (workplace, terminal) => {
        const { id } = await findOne(workplace.database, who);
        const deed = { action: 'role drop-passkey', target: id, reason };
        await act(workplace, deed, async (transaction) => {
          if (!(await deletePasskey(transaction, id)))
            throw new OperatorError(`student ${id} has no passkey`);
          await endPasskeyUse(transaction, id);
        });
        terminal.line(`student ${id} has no passkey now, and makes one at the next confirmation`);
      }),
    );
}

function addChange(parent: Command, run: Run, name: 'give' | 'take'): void {
  const command = parent
    .command(name)
    .argument('<who>', 'an id, an e-mail address, or a nickname that only one student has')
    .addArgument(new Argument('<role>', 'what they may do').choices(['operator', 'moderator']))
    .option('--board <id>', 'the board of a moderator')
    .description(
      name === 'give' ? 'gives a student a role' : 'takes a role from a student; the last operator stays one',
    );
  addReason(command, 'optional')
    .addHelpText('after', `\nExample:\n  operator role ${name} kim@korea.ac.kr moderator --board main-hall`)
    .action((who: string, role: Role, options: { board?: string; reason?: string }) =>
      run(async (workplace, terminal) => {
        const { reason } = options;
        const board = options.board ?? null;
        if ((role === 'moderator') !== (board !== null))
          throw new OperatorError('a moderator has a --board, an operator has all');
        const { id } = await findOne(workplace.database, who);
        const called = board === null ? role : `${role} of ${board}`;
        const deed = {
          action: `role ${name} ${role}${board === null ? '' : ` ${board}`}`,
          target: id,
          reason,
        };
        await act(workplace, deed, async (transaction) => {
          if (board !== null && !(await findBoard(transaction, board))) throw missing('board', board);
          const change = name === 'give' ? insertRole : takeRole;
          if (!(await change(transaction, id, role, board)))
            throw new OperatorError(`student ${id} is ${name === 'give' ? 'already' : 'not'} ${called}`);
        });
        terminal.line(`student ${id} is ${name === 'give' ? '' : 'no longer '}${called}`);
      }),
    );
}
