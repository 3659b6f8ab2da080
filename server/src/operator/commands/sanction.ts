import type { Command } from 'commander';
import { listAllRunning } from '../../features/moderation/index.ts';
import { sanctionEnd } from '../../features/operate/index.ts';
import { addAction } from '../add-action.ts';
import { addList } from '../add-list.ts';
import type { Run } from '../run.ts';
import { readId } from '../values.ts';

/** `sanction`: what runs, and ending one: a student whose account is closed cannot appeal in it. */
export function addSanctionCommands(program: Command, run: Run): void {
  const sanction = program.command('sanction').description('what students may not do for a while');
  addList(sanction, run, {
    about: 'everything that runs, what ends first first',
    columns: {
      sanction: 'id',
      student: 'student',
      kind: 'kind',
      board: 'board',
      ground: 'ground',
      until: 'endsAt',
    },
    read: async ({ database }) =>
      (await listAllRunning(database)).map((row) => ({
        id: row.id,
        student: row.user_id,
        kind: row.kind,
        board: row.building_id,
        ground: row.ground,
        endsAt: row.ends_at,
      })),
  });
  addAction(sanction, run, sanctionEnd, {
    what: 'sanction',
    about: 'ends one before its time',
    example: "ID --reason '이의 인정'",
    find: (named) => readId(named, 'running sanction'),
    done: 'has ended',
    refusals: { 'resource.missing': ({ id }) => `there is no running sanction "${id}"` },
  });
}
