import { firstParagraph } from '@madang/contract/text/rules';
import type { Command } from 'commander';
import {
  findPostEvenHidden,
  hidePost,
  listPostRevisions,
  type ModeratedPostRow,
  showPost,
} from '../../features/posts/index.ts';
import { settleByCommand } from '../../features/moderation/index.ts';
import type { ActionTarget, OperatorAction } from '../../features/operate/index.ts';
import {
  announceVisibility,
  findReplyEvenHidden,
  hideReply,
  listRepliesEvenHidden,
  listReplyRevisions,
  type ModeratedReplyRow,
  showReply,
} from '../../features/replies/index.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { addMail } from '../../platform/mail/outbox.ts';
import { addAction } from '../add-action.ts';
import type { Run } from '../run.ts';
import { missing, readCount, readId } from '../values.ts';

/** `post` and `reply`: what can be seen of what users write. */
export function addModerationCommands(program: Command, run: Run): void {
  const post = program.command('post').description('posts: look at one, hide it, restore it');
  addPostShow(post, run);
  const reply = program.command('reply').description('replies: look at one, hide it, restore it');
  addReplyShow(reply, run);
  for (const [parent, what] of [
    [post, 'post'],
    [reply, 'reply'],
  ] as const) {
    const words = { what, find: readId, example: "ID --reason '광고 도배'" };
    addAction(parent, run, visibilityAction(what, true), {
      ...words,
      about: 'takes it away from everybody and keeps it',
      done: 'is hidden',
      refusals: { 'case.outdated': ({ id }) => `${what} ${id} is hidden already` },
    });
    addAction(parent, run, visibilityAction(what, false), {
      ...words,
      about: 'shows a hidden one again, or one that its author deleted within the last seven days',
      done: 'can be seen again',
      refusals: { 'case.outdated': ({ id }) => `${what} ${id} is not hidden` },
    });
  }
}

/** The command's own: what a moderator hides on the web is the decision of a case, with a text for its author. */
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

/** When the operator hid it, and when its author deleted it. */
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

/** Earlier versions, as they are told in JSON. */
const versionsOf = <Row extends { replaced_at: Date }>(rows: readonly Row[]) =>
  rows.map(({ replaced_at: replacedAt, ...version }) => ({ ...version, replacedAt }));

/** A picture by its name, and what its author says of it. */
const describePicture = (name: string, description: string) =>
  description === '' ? name : `${name} (${description})`;

function addPostShow(post: Command, run: Run): void {
  post
    .command('show <id>')
    .description('one post, hidden, deleted or not, with its newest replies and earlier versions')
    .option('--replies <number>', 'how many replies', readCount, 50)
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  operator post show ID      (the id stands in the address /post/ID)')
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
    .description('one reply, hidden, deleted or not, with its earlier versions')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  operator reply show ID      (`post show` lists the ids)')
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
