// `npm run plant -- --posts 100000 …`: fills an empty database with an invented world of any size, for measurements.
// Uses the DATABASE_URL or DATA_DIR of the server, which must not run on the folder meanwhile.
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { importConsents, importUsers } from '../src/features/accounts/index.ts';
import { upsertBoards } from '../src/features/campus/index.ts';
import { awardAllPosts, importPosts, promoteAllPosts } from '../src/features/posts/index.ts';
import { importReplies } from '../src/features/replies/index.ts';
import { openCampus } from '../src/open.ts';
import { openEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { createLog } from '../src/log/log.ts';
import { hashPassword } from '../src/sessions/passwords.ts';
import { inBatches } from './in-batches.ts';
import { makeBenchWorld } from './world.ts';

const BATCH = 500;

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    replies: { type: 'string' },
    likes: { type: 'string' },
    users: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    board: { type: 'string' },
    email: { type: 'string', default: 'bench@korea.ac.kr' },
    password: { type: 'string', default: 'bench password' },
  },
});

const posts = Number(values.posts);
const size = {
  posts,
  users: Number(values.users),
  replies: Number(values.replies ?? posts * 3),
  likes: Number(values.likes ?? posts * 5),
};

const config = readConfig(process.env);
const log = createLog('warn');
const campus = await openCampus(config);
const database = config.databaseUrl
  ? openPostgres(config.databaseUrl, log)
  : await openEmbedded(config.dataFolder, log);
await migrate(database);
await upsertBoards(database, campus.boards);
if (await database.first('SELECT 1 AS student FROM accounts LIMIT 1')) {
  console.error('the database has students already: a bench world is planted into an empty one');
  process.exit(1);
}

const world = makeBenchWorld({
  seed: Number(values.seed),
  now: new Date(),
  campus,
  size,
  ...(values.board === undefined ? {} : { skewedBoardId: values.board }),
});
const [first, ...others] = world.users;
if (!first) throw new Error('a world needs a student');
await importUsers(database, [
  {
    ...first,
    email: values.email,
    writingRight: true,
    verified: true,
    passwordHash: await hashPassword(values.password, 'bench'),
  },
]);
for (const users of inBatches(others, BATCH)) {
  await importUsers(
    database,
    users.map((user) => ({ ...user, passwordHash: null })),
  );
}
await importConsents(database, campus);
let planted = 0;
for (const batch of inBatches(world.posts(), BATCH)) {
  await database.transaction(async (transaction) => {
    await importPosts(
      transaction,
      batch.map((post) => ({ ...post, buildingId: post.boardId, pictures: [] })),
    );
    await importReplies(
      transaction,
      batch.flatMap(({ id, replies }) => replies.map((reply) => ({ ...reply, postId: id }))),
    );
  });
  planted += batch.length;
  if (process.stderr.isTTY) process.stderr.write(`\r${planted} of ${posts} posts`);
}
await awardAllPosts(database);
await promoteAllPosts(database, campus.settings.hotThreshold);
if (database.engine === 'postgres') await database.change('ANALYZE');
await database.close();
console.log(`planted ${planted} posts; sign in as ${values.email}`);
