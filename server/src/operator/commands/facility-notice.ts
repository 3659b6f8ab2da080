import type { Command } from 'commander';
import {
  hidePost,
  insertFacilityNotice,
  isFacilityNotice,
  listFacilityNotices,
  updateFacilityNotice,
} from '../../features/posts/index.ts';
import { announceVisibility } from '../../features/replies/index.ts';
import { addEntryCommands } from '../entries.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';

const LIST_MAX = 200;

/** `facility-notice`: posts without author on the board that users only read [RO-06]. */
export function addFacilityNoticeCommands(program: Command, run: Run): void {
  addEntryCommands(program, run, {
    name: 'facility-notice',
    description: 'posts on the facility notice board; a removed one comes back with `post restore`',
    takesImage: false,
    insert: (transaction, _, { id, title, body }) => insertFacilityNotice(transaction, { id, title, body }),
    update: (transaction, _, id, { title, body }) => updateFacilityNotice(transaction, id, { title, body }),
    async remove(transaction, { hub }, id) {
      if (!(await isFacilityNotice(transaction, id))) return false;
      if ((await hidePost(transaction, id)) === 'same')
        throw new OperatorError(`facility-notice ${id} is removed already`);
      transaction.afterCommit(() => announceVisibility(hub, id));
      return true;
    },
    list: (executor) => listFacilityNotices(executor, LIST_MAX),
  });
}
