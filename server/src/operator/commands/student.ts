import type { Right } from '@madang/contract/admin/rules';
import { Argument, type Command } from 'commander';
import {
  accountLink,
  composeAccountMail,
  countSessions,
  deleteUser,
  revokePassword,
  searchUsers,
  writeParting,
  type UserRow,
} from '../../features/accounts/index.ts';
import { rightActions, studentWithdraw } from '../../features/admin/index.ts';
import { countPostsBy, listPostsByEvenHidden } from '../../features/posts/index.ts';
import { keepLastOperator } from '../../features/moderation/index.ts';
import { countRepliesBy } from '../../features/replies/index.ts';
import { siteOf, type Config } from '../../config.ts';
import { deleteUserData } from '../../user-data.ts';
import type { Executor } from '../../database/database.ts';
import { openMailer } from '../../open.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { act, addAction, perform, type Run, tidyImages } from '../actions.ts';
import { addReason, missing, OperatorError, readCount, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

const WHO = new Argument('<who>', 'an id, an e-mail address, or a nickname that only one student has');

export const STUDENT = {
  what: 'student',
  arguments: [WHO],
  find: async (who: string, _: string, { database }: Workplace) => (await findOne(database, who)).id,
};

/** Adds `student`: details, writing right, password reset, withdrawal. */
export function addStudentCommands(program: Command, run: Run): void {
  const user = program.command('student').description('students, named by e-mail, nickname or id');
  addShow(user, run);
  addRights(user, run);
  addResetPassword(user, run);
  addWithdraw(user, run);
}

function addShow(user: Command, run: Run): void {
  user
    .command('show')
    .argument('<who>', 'an id, an e-mail address or a nickname')
    .description('shows a student and the newest posts; all students with the nickname if several have it')
    .option('--posts <number>', 'number of posts', readCount, 20)
    .option('--json', 'one JSON object per student')
    .addHelpText('after', '\nExample:\n  operator student show kim@korea.ac.kr')
    .action((who: string, options: { posts: number; json?: true }) =>
      run(async ({ database }, terminal) => {
        const found = await searchUsers(database, who);
        if (found.length === 0) throw missing('student', who);
        for (const [index, row] of found.entries()) {
          const facts = await describeUser(database, row);
          const posts = await listPostsByEvenHidden(database, row.id, options.posts);
          if (options.json) {
            const newest = posts.map(({ id, building_id, title, created_at, hidden_at }) => ({
              id,
              buildingId: building_id,
              title,
              createdAt: created_at,
              hiddenAt: hidden_at,
            }));
            terminal.json({ ...facts, newestPosts: newest });
            continue;
          }
          if (index > 0) terminal.line('');
          terminal.facts(facts);
          terminal.line('');
          terminal.table(
            ['post', 'written', 'building', 'hidden', 'title'],
            posts.map((post) => [post.id, post.created_at, post.building_id, post.hidden_at, post.title]),
          );
        }
      }),
    );
}

async function describeUser(executor: Executor, row: UserRow) {
  return {
    id: row.id,
    email: row.email,
    emailVerifiedAt: row.email_verified_at,
    name: row.name,
    nickname: row.nickname,
    university: row.university,
    writingRight: row.writing_right,
    /** Null if the rule applies. */
    operatorsWord: row.right_override,
    points: row.points,
    posts: await countPostsBy(executor, row.id),
    replies: await countRepliesBy(executor, row.id),
    sessions: await countSessions(executor, row.id),
    createdAt: row.created_at,
  };
}

function addRights(user: Command, run: Run): void {
  const add = (right: Right, about: string, done: string) =>
    addAction(user, run, rightActions[right], {
      ...STUDENT,
      about,
      example: "kim@korea.ac.kr --reason '학적 확인'",
      done,
    });
  add(
    'granted',
    'grants the writing right regardless of the e-mail address, until the address changes',
    'has the writing right, until the e-mail changes',
  );
  add(
    'taken',
    'takes the writing right until it is given back; question posts and replies stay allowed',
    'does not have the writing right, until it is given back',
  );
  add(
    'rule',
    'ends a grant or withdrawal of the right: a verified university address decides again',
    'has the writing right by the rule again, with a verified university address',
  );
}

function addResetPassword(user: Command, run: Run): void {
  const command = user
    .command('reset-password')
    .addArgument(WHO)
    .description(
      'revokes the password and all sessions, and prints a link to set a new one, valid for an hour',
    )
    .option('--json', 'one JSON object');
  addReason(command, 'optional')
    .addHelpText(
      'after',
      "\nExample:\n  operator student reset-password kim@korea.ac.kr --reason '계정 도용'",
    )
    .action((who: string, { reason, json }: { reason?: string; json?: true }) =>
      run(async (workplace, terminal) => {
        const origin = originOf(workplace.config);
        const { id } = await findOne(workplace.database, who);
        const entry = { action: 'student reset-password', target: id, reason };
        const secret = await act(workplace, entry, async (transaction) => {
          const fresh = await revokePassword(transaction, id);
          if (fresh === null) throw missing('student', who);
          return fresh;
        });
        const link = accountLink(origin, 'reset', secret);
        if (json) return terminal.json({ id, link });
        terminal.line(`student ${id} is signed out everywhere; for a new password, once and within an hour:`);
        terminal.line(link);
      }),
    );
}

function addWithdraw(user: Command, run: Run): void {
  const command = user
    .command('withdraw')
    .addArgument(WHO)
    .description('withdraws a student permanently; posts and replies remain without author')
    .option('--dry-run', 'show the account only; change nothing');
  addReason(command, 'required')
    .addHelpText(
      'after',
      "\nExample:\n  operator student withdraw kim@korea.ac.kr --reason '본인 요청' --dry-run",
    )
    .action((who: string, { reason, dryRun }: { reason: string; dryRun?: true }) =>
      run(
        async (workplace, terminal) => {
          const row = await findOne(workplace.database, who);
          if (dryRun) {
            await workplace.database.transaction((transaction) => keepLastOperator(transaction, row.id));
            terminal.facts(await describeUser(workplace.database, row));
            return terminal.line('nothing was changed; posts and replies would stay without author');
          }
          const { config, campus } = workplace;
          const site = siteOf(config);
          const keys = await workplace.openKeys(workplace.database);
          let parting = null as Mail | null;
          await perform(workplace, studentWithdraw, row, reason, {
            async removeUser(transaction, id) {
              parting = await writeParting(transaction, composeAccountMail(campus, site, keys), id);
              await deleteUser(transaction, [keepLastOperator, ...deleteUserData({ keys, campus })], id);
            },
          });
          await tidyImages(workplace, terminal);
          const { mailer } = openMailer(config, campus, site);
          await mailer.forget?.(row.id);
          terminal.line(`student ${row.id} is gone`);
          if (parting) await tell(mailer, parting, terminal);
        },
        { dryRun: dryRun ?? false },
      ),
    );
}

/** Tries once: nothing of the user may be queued. */
async function tell(mailer: Mailer, mail: Mail, terminal: Terminal): Promise<void> {
  try {
    await mailer.send(mail);
    terminal.line('they were told by mail');
  } catch {
    terminal.line('they could not be told by mail; tell them yourself');
  } finally {
    mailer.close();
  }
}

async function findOne(executor: Executor, who: string): Promise<UserRow> {
  const [first, ...others] = await searchUsers(executor, who);
  if (!first) throw missing('student', who);
  if (others.length > 0) {
    const ids = [first, ...others].map(({ id }) => id).join(', ');
    throw new OperatorError(`${others.length + 1} students are "${who}"; name one by id: ${ids}`);
  }
  return first;
}

function originOf({ origin, port }: Config): string {
  if (origin) return origin;
  if (port === 0) throw new OperatorError('set ORIGIN or PORT: the link needs the address of the server');
  return `http://localhost:${port}`;
}
