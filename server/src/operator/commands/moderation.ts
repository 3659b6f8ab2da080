import { firstParagraph } from '@madang/contract/text/rules';
import type { Command } from 'commander';
import { findPostEvenHidden, hidePost, listPostRevisions, showPost } from '../../features/posts/index.ts';
import { settleByCommand } from '../../features/moderation/index.ts';
import {
  announceVisibility,
  findReplyEvenHidden,
  hideReply,
  listRepliesEvenHidden,
  listReplyRevisions,
  showReply,
} from '../../features/replies/index.ts';
import { addMail } from '../../platform/mail/outbox.ts';
import { act } from '../act.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';
import { addReason, missing, readCount, readId } from '../values.ts';
import type { Workplace } from '../workplace.ts';

/** Sets whether one post or reply can be seen, its act included. */
type Change = (workplace: Workplace, id: string, hidden: boolean, reason?: string) => Promise<void>;

/** `post` and `reply`: what can be seen of what users write. */
export function addModerationCommands(program: Command, run: Run): void {
  const post = program.command('post').description('posts: look at one, hide it, restore it');
  addPostShow(post, run);
  addHideAndRestore(post, run, 'post', changePost);
  const reply = program.command('reply').description('replies: look at one, hide it, restore it');
  addReplyShow(reply, run);
  addHideAndRestore(reply, run, 'reply', changeReply);
}

function addHideAndRestore(parent: Command, run: Run, what: 'post' | 'reply', change: Change): void {
  const add = (name: 'hide' | 'restore', description: string, need: 'required' | 'optional') =>
    addReason(parent.command(`${name} <id>`).description(description), need)
      .addHelpText('after', `\nExample:\n  operator ${what} ${name} ID --reason '광고 도배'`)
      .action((given: string, { reason }: { reason?: string }) =>
        run(async (workplace, terminal) => {
          const id = readId(given, what);
          await change(workplace, id, name === 'hide', reason);
          terminal.line(`${what} ${id} ${name === 'hide' ? 'is hidden' : 'can be seen again'}`);
        }),
      );
  add('hide', 'takes it away from everybody and keeps it', 'required');
  add(
    'restore',
    'shows a hidden one again, or one that its author deleted within the last seven days',
    'optional',
  );
}

const changePost: Change = async (workplace, id, hidden, reason) => {
  const deed = { action: hidden ? 'post hide' : 'post restore', target: id, reason };
  await act(workplace, deed, async (transaction) => {
    const outcome = await (hidden ? hidePost : showPost)(transaction, id);
    if (outcome === 'missing') throw missing('post', id);
    if (outcome === 'same') throw unchanged('post', id, hidden);
    await settleByCommand(transaction, { add: addMail }, id, hidden);
    transaction.afterCommit(() => announceVisibility(workplace.hub, id));
  });
};

const changeReply: Change = async (workplace, id, hidden, reason) => {
  const deed = { action: hidden ? 'reply hide' : 'reply restore', target: id, reason };
  await act(workplace, deed, async (transaction) => {
    const reply = await findReplyEvenHidden(transaction, id);
    if (!reply) throw missing('reply', id);
    if (!(await (hidden ? hideReply : showReply)(transaction, id))) throw unchanged('reply', id, hidden);
    await settleByCommand(transaction, { add: addMail }, id, hidden);
    transaction.afterCommit(() => announceVisibility(workplace.hub, reply.post_id));
  });
};

function unchanged(what: string, id: string, hidden: boolean): OperatorError {
  return new OperatorError(`${what} ${id} ${hidden ? 'is hidden already' : 'is not hidden'}`);
}

/** When the operator hid it, and when its author deleted it. */
function hiddenOf(row: { hidden_at: Date | null; deleted_at: Date | null; moderated_at: Date | null }) {
  return {
    hiddenAt: row.moderated_at ?? (row.deleted_at ? null : row.hidden_at),
    deletedByAuthorAt: row.deleted_at,
  };
}

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
        const facts = {
          id,
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
        };
        if (options.json) {
          terminal.json({
            ...facts,
            replies: replies.map((reply) => ({
              id: reply.id,
              number: reply.number,
              authorId: reply.author_id,
              nickname: reply.nickname,
              body: reply.body,
              createdAt: reply.created_at,
              editedAt: reply.edited_at,
              ...hiddenOf(reply),
            })),
            earlierVersions: earlier.map(({ replaced_at, ...version }) => ({
              ...version,
              replacedAt: replaced_at,
            })),
          });
          return;
        }
        terminal.facts(facts);
        terminal.line('');
        terminal.table(
          ['reply', 'number', 'written', 'nickname', 'hidden', 'deleted', 'text'],
          replies.map((reply) => [
            reply.id,
            reply.number,
            reply.created_at.toISOString(),
            reply.nickname ?? '',
            hiddenOf(reply).hiddenAt?.toISOString() ?? '',
            reply.deleted_at?.toISOString() ?? '',
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
        const facts = {
          id,
          postId: row.post_id,
          number: row.number,
          authorId: row.author_id,
          nickname: row.nickname,
          body: row.body,
          createdAt: row.created_at,
          editedAt: row.edited_at,
          ...hiddenOf(row),
        };
        const earlier = await listReplyRevisions(database, id);
        if (options.json) {
          const earlierVersions = earlier.map(({ replaced_at, ...version }) => ({
            ...version,
            replacedAt: replaced_at,
          }));
          terminal.json({ ...facts, earlierVersions });
          return;
        }
        terminal.facts(facts);
        for (const { revision, replaced_at, body } of earlier)
          terminal.facts({ earlierVersion: revision, replacedAt: replaced_at, body });
      }),
    );
}
