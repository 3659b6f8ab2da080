import { Argument, type Command } from 'commander';
import { hotAdd, hotRemove } from '../../features/operate/index.ts';
import { listHotRows } from '../../features/posts/index.ts';
import { addAction, type Refusals } from '../add-action.ts';
import { addList } from '../add-list.ts';
import type { Run } from '../run.ts';

const POST = {
  what: 'post',
  arguments: [new Argument('<post>', 'its id, or any address of it')],
};
const refusals: Refusals = {
  'post invalid': ({ id }) => `"${id}" is neither the id of a post nor an address of one`,
  'post address.foreign': ({ id }) => `"${id}" is an address of another site`,
};

/** `hot`: what stands in the popular list [EN-07]. */
export function addHotCommands(program: Command, run: Run): void {
  const hot = program.command('hot').description('popular posts');
  addAction(hot, run, hotAdd, {
    ...POST,
    about: 'puts a post into the popular list as the newest',
    example: 'POST',
    done: 'is in the popular list',
    already: 'is in the popular list already',
    refusals: {
      ...refusals,
      'resource.missing': ({ id }) => `there is no post "${id}" that students wrote and can see`,
    },
  });
  addAction(hot, run, hotRemove, {
    ...POST,
    about: 'takes a post out of the popular list; no number of likes brings it back',
    example: "POST --reason '광고'",
    done: 'is out of the popular list',
    refusals: {
      ...refusals,
      'resource.missing': ({ id }) => `post "${id}" is not in the popular list`,
    },
  });
  addList(hot, run, {
    about: 'the popular list as students see it, newest promotion first',
    columns: {
      post: 'postId',
      since: 'promotedAt',
      building: 'buildingId',
      likes: 'likeCount',
      title: 'title',
    },
    limit: 50,
    read: async ({ database }, limit) =>
      (await listHotRows(database, limit)).map((row) => ({
        id: row.id,
        postId: row.post_id,
        buildingId: row.building_id,
        title: row.title,
        likeCount: row.like_count,
        promotedAt: row.promoted_at,
      })),
  });
}
