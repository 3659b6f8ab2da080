import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import { importConsents, importUsers } from '../src/features/accounts/index.ts';
import { eventImageKey, importEntries } from '../src/features/bulletin/index.ts';
import { listBuildings } from '../src/features/campus/index.ts';
import {
  awardAllPosts,
  encodeUpload,
  importPosts,
  importUploads,
  promoteAllPosts,
  putUpload,
  uploadPath,
  type EncodedUpload,
  type ImportedPost,
} from '../src/features/posts/index.ts';
import { importReplies } from '../src/features/replies/index.ts';
import type { Database, Transaction } from '../src/database/database.ts';
import type { ImageStore } from '../src/images/image-store.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { hashPassword } from '../src/sessions/passwords.ts';
import { inBatches } from './in-batches.ts';
import type { World, WorldPost } from './model.ts';
import { makeDemoWorld } from './world.ts';

/** Fixed seed: every demo shows the same campus, with times relative to the first start. */
const DEMO_SEED = 20_261_120;
const BATCH = 100;

/** An account for trying Madang. */
export interface DemoAccount {
  email: string;
  password: string;
  /** Rights of this account, for the terminal. */
  note: string;
}

interface PlantDependencies {
  database: Database;
  images: ImageStore;
  campus: Campus;
  dataFolder: string;
  /** Reference time of the world. Default: the current time. */
  now?: Date | undefined;
}

/**
 * Fills an empty installation with the demo world once.
 * Passwords are random for each data folder and stored next to it.
 * Returns the accounts, or null if it is a real installation.
 */
export async function plantDemo(dependencies: PlantDependencies): Promise<DemoAccount[] | null> {
  const { database, campus, dataFolder } = dependencies;
  const planted = await database.first(`SELECT 1 AS planted FROM installation WHERE key = 'demo'`);
  if (planted) return readAccounts(dataFolder);
  const user = await database.first('SELECT 1 AS student FROM accounts LIMIT 1');
  if (user) return null;

  const boards = await listPresentBoards(dependencies);
  const world = makeDemoWorld({
    seed: DEMO_SEED,
    now: dependencies.now ?? new Date(),
    campus: { ...campus, boards },
  });
  const accounts: DemoAccount[] = world.users.slice(0, 2).map(({ email, writingRight }) => ({
    email,
    password: randomBytes(6).toString('base64url'),
    note: writingRight ? 'may write everywhere' : 'no writing right: questions and replies only',
  }));
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(accountsFile(dataFolder), JSON.stringify(accounts, null, 2), { mode: 0o600 });
  const scenes = await readScenes(campus, world);
  await putPictures(dependencies, world, scenes);
  await database.transaction((transaction) => plantWorld(transaction, campus, world, accounts, scenes));
  return accounts;
}

/** Returns the boards of the campus folder without buildings that the operator removed before the first start. */
async function listPresentBoards({ database, campus }: PlantDependencies): Promise<Campus['boards']> {
  const there = new Set((await listBuildings(database)).map(({ id }) => id));
  return campus.boards.filter(({ id, kind }) => kind !== 'building' || there.has(id));
}

async function plantWorld(
  transaction: Transaction,
  campus: Campus,
  world: World,
  accounts: readonly DemoAccount[],
  scenes: ReadonlyMap<string, EncodedUpload>,
): Promise<void> {
  const users = await Promise.all(
    world.users.map(async (user) => {
      const account = accounts.find(({ email }) => email === user.email);
      return { ...user, passwordHash: account ? await hashPassword(account.password, 'demo') : null };
    }),
  );
  await importUsers(transaction, users);
  await importConsents(transaction, campus);
  for (const posts of inBatches(world.posts(), BATCH)) {
    const imported = posts.map((post) => toImported(post, scenes));
    await importPosts(transaction, imported);
    await importUploads(transaction, imported);
    await importReplies(
      transaction,
      posts.flatMap(({ id, replies }) => replies.map((reply) => ({ ...reply, postId: id }))),
    );
  }
  await awardAllPosts(transaction);
  await promoteAllPosts(transaction, campus.settings.hotThreshold);
  await importEntries(
    transaction,
    'event',
    world.events.map((event) => ({ ...event, hasImage: true })),
  );
  await importEntries(transaction, 'notice', world.notices);
  await transaction.change(`INSERT INTO installation (key, value) VALUES ('demo', $1)`, [String(DEMO_SEED)]);
}

/** The picture of a demo post has the post's id: nothing else uses that id for a picture. */
function pictureOf(post: WorldPost, scenes: ReadonlyMap<string, EncodedUpload>) {
  const picture = scenes.get(post.scene ?? '');
  return picture && post.authorId ? { path: uploadPath(post.authorId, post.id), picture } : null;
}

function toImported(post: WorldPost, scenes: ReadonlyMap<string, EncodedUpload>): ImportedPost {
  const { path, picture } = pictureOf(post, scenes) ?? {};
  const { width, height } = picture?.large ?? {};
  return {
    ...post,
    buildingId: post.boardId,
    pictures: path && width && height ? [{ uploadId: post.id, path, width, height, description: '' }] : [],
  };
}

/** Encodes each scene once, even if several posts show it. */
async function readScenes(campus: Campus, world: World): Promise<Map<string, EncodedUpload>> {
  const names = new Set([...world.posts()].flatMap(({ scene }) => (scene ? [scene] : [])));
  const scenes = new Map<string, EncodedUpload>();
  for (const name of names) {
    scenes.set(name, await encodeUpload(await readDrawing(campus, join('scenes', `${name}.webp`))));
  }
  return scenes;
}

async function putPictures(
  { images, campus }: PlantDependencies,
  world: World,
  scenes: ReadonlyMap<string, EncodedUpload>,
): Promise<void> {
  for (const post of world.posts()) {
    const { path, picture } = pictureOf(post, scenes) ?? {};
    if (path && picture) await putUpload(images, path, picture);
  }
  for (const event of world.events) {
    const poster = await readDrawing(campus, join('events', `${event.poster}.png`));
    await images.put(eventImageKey(event.id), poster);
  }
}

/** Returns a picture of the demo world from the campus, otherwise from this repository's campus. */
async function readDrawing(campus: Campus, path: string): Promise<Buffer> {
  const shipped = join(serverFolder(), '..', 'campus', 'pictures', path);
  return readFile(join(campus.folder, 'pictures', path)).catch(() => readFile(shipped));
}

function accountsFile(dataFolder: string): string {
  return join(dataFolder, 'demo-accounts.json');
}

async function readAccounts(dataFolder: string): Promise<DemoAccount[] | null> {
  const text = await readFile(accountsFile(dataFolder), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoAccount[]);
}
