import { firstParagraph } from '@madang/contract/text/rules';
import { Argument, type Command } from 'commander';
import { deletePasskey, endPasskeyUse, listRoles, settleByCommand } from '../../features/moderation/index.ts';
import {
  type ActionTarget,
  hotAdd,
  hotRemove,
  type OperatorAction,
  roleGive,
  roleTake,
} from '../../features/admin/index.ts';
import {
  findPostEvenHidden,
  hidePost,
  listHotRows,
  listPostRevisions,
  type ModeratedPostRow,
  showPost,
} from '../../features/posts/index.ts';
import {
  announceVisibility,
  findReplyEvenHidden,
  hideReply,
  listRepliesEvenHidden,
  listReplyRevisions,
  type ModeratedReplyRow,
  showReply,
} from '../../features/replies/index.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Hub } from '../../live/hub.ts';
import { addMail } from '../../mail/mail-queue.ts';
import { addAction, addList, type Refusals, type Run } from '../actions.ts';
import { missing, readCount, readId } from '../terminal.ts';
import { STUDENT } from './student.ts';

/** Adds `post` and `reply`: visibility of users' content. */
export function addModerationCommands(program: Command, run: Run): void {
  const post = program.command('post').description('posts: show, hide, restore');
  addPostShow(post, run);
  const reply = program.command('reply').description('replies: show, hide, restore');
  addReplyShow(reply, run);
  for (const [parent, what] of [
    [post, 'post'],
    [reply, 'reply'],
  ] as const) {
    const words = { what, find: readId, example: "ID --reason '광고 도배'" };
    addAction(parent, run, visibilityAction(what, true), {
      ...words,
      about: `hides a ${what} and keeps it`,
      done: 'is hidden',
      refusals: { 'case.outdated': ({ id }) => `${what} ${id} is hidden already` },
    });
    addAction(parent, run, visibilityAction(what, false), {
      ...words,
      about: `shows a hidden ${what} again, or one that its author deleted within the last seven days`,
      done: 'can be seen again',
      refusals: { 'case.outdated': ({ id }) => `${what} ${id} is not hidden` },
    });
  }
}

/** Command line only: on the web, a case's decision hides, with a text. */
const visibilityAction = (
  what: 'post' | 'reply',
  hidden: boolean,
): OperatorAction<ActionTarget, ActionTarget, { hub: Hub }> => ({
  name: `${what} ${hidden ? 'hide' : 'restore'}`,
  needsReason: hidden,
  async work(transaction, { id }, { hub }) {
    const postId = what === 'post' ? id : (await findReplyEvenHidden(transaction, id))?.post_id;
    if (postId === undefined) return 'missing';
    const outcome = await CHANGES[what][hidden ? 'hide' : 'restore'](transaction, id);
    if (outcome === 'missing') return outcome;
    if (outcome === 'same' || outcome === false) throw new ProblemError('case.outdated');
    await settleByCommand(transaction, { add: addMail }, id, hidden);
    transaction.afterCommit(() => announceVisibility(hub, postId));
    return 'done';
  },
});

const CHANGES = {
  post: { hide: hidePost, restore: showPost },
  reply: { hide: hideReply, restore: showReply },
};

/** Returns when the operator hid it and when its author deleted it. */
function hiddenOf(row: { hidden_at: Date | null; deleted_at: Date | null; moderated_at: Date | null }) {
  return {
    hiddenAt: row.moderated_at ?? (row.deleted_at ? null : row.hidden_at),
    deletedByAuthorAt: row.deleted_at,
  };
}

const replyFacts = (row: ModeratedReplyRow) => ({
  id: row.id,
  number: row.number,
  authorId: row.author_id,
  nickname: row.nickname,
  body: row.body,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  ...hiddenOf(row),
});

const postFacts = (row: ModeratedPostRow) => ({
  id: row.id,
  buildingId: row.building_id,
  authorId: row.author_id,
  nickname: row.nickname,
  title: row.title,
  body: row.body,
  keywords: row.keywords,
  pictures: row.pictures.map(({ path, description }) => describePicture(path, description)),
  likeCount: row.like_count,
  replyCount: row.reply_count,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  ...hiddenOf(row),
  purgedAt: row.purged_at,
});

const versionsOf = <Row extends { replaced_at: Date }>(rows: readonly Row[]) =>
  rows.map(({ replaced_at: replacedAt, ...version }) => ({ ...version, replacedAt }));

const describePicture = (name: string, description: string) =>
  description === '' ? name : `${name} (${description})`;

function addPostShow(post: Command, run: Run): void {
  post
    .command('show <id>')
    .description('shows a post, also a hidden or deleted one, with its newest replies and earlier versions')
    .option('--replies <number>', 'number of replies', readCount, 50)
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  operator post show ID   # as in the address /post/ID')
    .action((name: string, options: { replies: number; json?: true }) =>
      run(async ({ database }, terminal) => {
        const id = readId(name, 'post');
        const row = await findPostEvenHidden(database, id);
        if (!row) throw missing('post', id);
        const replies = await listRepliesEvenHidden(database, id, options.replies);
        const earlier = await listPostRevisions(database, id);
        const facts = postFacts(row);
        if (options.json) {
          const earlierVersions = versionsOf(earlier);
          return terminal.json({ ...facts, replies: replies.map(replyFacts), earlierVersions });
        }
        terminal.facts(facts);
        terminal.line('');
        terminal.table(
          ['reply', 'number', 'written', 'nickname', 'hidden', 'deleted', 'text'],
          replies.map((reply) => [
            reply.id,
            reply.number,
            reply.created_at,
            reply.nickname,
            hiddenOf(reply).hiddenAt,
            reply.deleted_at,
            firstParagraph(reply.body, 60),
          ]),
        );
        if (earlier.length > 0) terminal.line('');
        for (const { revision, replaced_at, pictures, ...version } of earlier) {
          const named = (pictures ?? []).map(({ uploadId, description }) =>
            describePicture(uploadId, description),
          );
          terminal.facts({ earlierVersion: revision, replacedAt: replaced_at, ...version, pictures: named });
        }
      }),
    );
}

function addReplyShow(reply: Command, run: Run): void {
  reply
    .command('show <id>')
    .description('shows a reply, also a hidden or deleted one, with its earlier versions')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  operator reply show ID   # as in the list of `post show`')
    .action((name: string, options: { json?: true }) =>
      run(async ({ database }, terminal) => {
        const id = readId(name, 'reply');
        const row = await findReplyEvenHidden(database, id);
        if (!row) throw missing('reply', id);
        const facts = { ...replyFacts(row), postId: row.post_id };
        const earlier = await listReplyRevisions(database, id);
        if (options.json) return terminal.json({ ...facts, earlierVersions: versionsOf(earlier) });
        terminal.facts(facts);
        for (const { revision, replaced_at, body } of earlier)
          terminal.facts({ earlierVersion: revision, replacedAt: replaced_at, body });
      }),
    );
}

/** For a lost passkey: the next confirmation creates another one [MO-19]. */
const dropPasskey: OperatorAction<ActionTarget> = {
  name: 'role drop-passkey',
  needsReason: true,
  async work(transaction, { id }) {
    if (!(await deletePasskey(transaction, id))) return 'missing';
    await endPasskeyUse(transaction, id);
    return 'done';
  },
};

const misplaced = 'a moderator needs --board, an operator has none';

/** Adds `role`: operators and moderators of boards. */
export function addRoleCommands(program: Command, run: Run): void {
  const parent = program.command('role').description('operators, and moderators of boards');
  for (const [action, about, is, already] of [
    [roleGive, 'gives a student a role', 'is', 'is already'],
    [roleTake, 'takes a role from a student; the last operator keeps it', 'is no longer', 'is not'],
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
        new Argument('<role>', 'the role').choices(['operator', 'moderator']),
      ],
      options: { '--board <id>': 'the board of the moderator' },
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
    about: 'deletes the passkey of an operator or moderator, who then creates another one with the password',
    example: "kim@korea.ac.kr --reason '휴대전화 분실, 본인 확인'",
    done: 'has no passkey now, and makes one at the next confirmation',
    refusals: { 'resource.missing': ({ id }) => `student ${id} has no passkey` },
  });
  addList(parent, run, {
    about: 'lists all roles',
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

const POST = {
  what: 'post',
  arguments: [new Argument('<post>', 'its id or address')],
};
const refusals: Refusals = {
  'post invalid': ({ id }) => `"${id}" is neither the id of a post nor an address of one`,
  'post address.foreign': ({ id }) => `"${id}" is an address of another site`,
};

/** Adds `hot`: the popular list [EN-07]. */
export function addHotCommands(program: Command, run: Run): void {
  const hot = program.command('hot').description('popular posts');
  addAction(hot, run, hotAdd, {
    ...POST,
    about: 'adds a post to the popular list as the newest',
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
    about: 'removes a post from the popular list; likes do not bring it back',
    example: "POST --reason '광고'",
    done: 'is out of the popular list',
    refusals: {
      ...refusals,
      'resource.missing': ({ id }) => `post "${id}" is not in the popular list`,
    },
  });
  addList(hot, run, {
    about: 'lists popular posts as students see them, newest first',
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
