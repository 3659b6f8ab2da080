import { Argument, type Command } from 'commander';
import { deletePasskey, endPasskeyUse, listRoles } from '../../features/moderation/index.ts';
import { roleGive, roleTake, type ActionTarget, type OperatorAction } from '../../features/operate/index.ts';
import { addAction } from '../add-action.ts';
import { addList } from '../add-list.ts';
import type { Run } from '../run.ts';
import { STUDENT } from './student.ts';

/** For anyone who lost theirs: the next confirmation makes another one [MO-19]. */
const dropPasskey: OperatorAction<ActionTarget> = {
  name: 'role drop-passkey',
  needsReason: true,
  async work(transaction, { id }) {
    if (!(await deletePasskey(transaction, id))) return 'missing';
    await endPasskeyUse(transaction, id);
    return 'done';
  },
};

const misplaced = 'a moderator has a --board, an operator has all';

/** `role`: who is operator, and who moderates which board. */
export function addRoleCommands(program: Command, run: Run): void {
  const parent = program.command('role').description('operators, and moderators of boards');
  for (const [action, about, is, already] of [
    [roleGive, 'gives a student a role', 'is', 'is already'],
    [roleTake, 'takes a role from a student; the last operator stays one', 'is no longer', 'is not'],
  ] as const) {
    const say =
      (word: string) =>
      ({ role, board }: { role: string; board: string | null }) =>
        `${word} ${role}${board === null ? '' : ` of ${board}`}`;
    addAction(parent, run, action, {
      ...STUDENT,
      about,
      arguments: [
        ...STUDENT.arguments,
        new Argument('<role>', 'what they may do').choices(['operator', 'moderator']),
      ],
      options: { '--board <id>': 'the board of a moderator' },
      example: 'kim@korea.ac.kr moderator --board main-hall',
      done: say(is),
      already: say(already),
      refusals: {
        'boardId required': misplaced,
        'boardId unknown': ({ role, board }) =>
          role === 'operator' ? misplaced : `there is no board "${board}"`,
      },
    });
  }
  addAction(parent, run, dropPasskey, {
    ...STUDENT,
    about: 'forgets the passkey of somebody with a role; they make another one with their password',
    example: "kim@korea.ac.kr --reason '휴대전화 분실, 본인 확인'",
    done: 'has no passkey now, and makes one at the next confirmation',
    refusals: { 'resource.missing': ({ id }) => `student ${id} has no passkey` },
  });
  addList(parent, run, {
    about: 'everybody with a role',
    columns: { student: 'id', nickname: 'nickname', role: 'role', board: 'board', since: 'givenAt' },
    read: async ({ database }) =>
      (await listRoles(database)).map((row) => ({
        id: row.user_id,
        nickname: row.nickname,
        role: row.role,
        board: row.building_id,
        givenAt: row.given_at,
      })),
  });
}
