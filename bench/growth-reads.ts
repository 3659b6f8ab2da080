import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGenericShape, readShape, slowLines } from '../server/queries/plan-shape.ts';
import { STATEMENTS, type StatementName } from '../server/queries/statements.ts';
import type { Database } from '../server/src/database/database.ts';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { BUSY_BOARD } from './place.ts';
import { READER, type Planted } from './plant-fast.ts';
import { root } from './run.ts';

/** A campus of one size and its server, without an answer cache. */
export interface Campus {
  size: number;
  /** Planted numbers and the seconds this took. */
  planted: Planted & { seconds: number };
  database: Database;
  server: BuiltServer;
  /** Session of the reading student. */
  cookie: string;
}

/** One read, with its addresses on one campus. */
export interface Read {
  name: string;
  paths: readonly string[];
}

/** Number of the deep page of a list. */
const DEEP = 100;
const BOARD = `/api/buildings/${BUSY_BOARD}/posts`;

/** Returns every measured read, with ids and cursors of this campus. */
export async function readsOf(campus: Campus): Promise<Read[]> {
  const posts = await samplePosts(campus);
  const deep = async (path: string) => [await walk(campus, path)];
  return [
    { name: 'latest', paths: ['/api/posts/latest'] },
    { name: 'board, recent', paths: [BOARD] },
    { name: 'board, popular', paths: [`${BOARD}?order=popular`] },
    { name: `board, recent, page ${DEEP}`, paths: await deep(BOARD) },
    { name: `board, popular, page ${DEEP}`, paths: await deep(`${BOARD}?order=popular`) },
    { name: 'keyword', paths: ['/api/keywords/2/2/posts'] },
    { name: 'own posts', paths: ['/api/profile/posts'] },
    { name: 'scraps', paths: ['/api/profile/scraps'] },
    { name: 'hots', paths: ['/api/hots'] },
    { name: 'post, of 200 in turn', paths: posts.map((post) => `/api/posts/${post}`) },
    { name: 'replies, of 200 in turn', paths: posts.map((post) => `/api/posts/${post}/replies`) },
    { name: 'marks', paths: [`/api/posts/marks?ids=${posts.slice(0, 30).join(',')}`] },
  ];
}

/** Returns two hundred posts evenly from oldest to newest, with six replies each. */
async function samplePosts({ database, size }: Campus): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM posts WHERE reply_count = 6) AS talked
      WHERE place % $1 = 0 ORDER BY id LIMIT 200`,
    [Math.floor(size / 7 / 200)],
  );
  return rows.map(({ id }) => id);
}

/** Returns the address of a list's deep page, found page by page as a student would. */
async function walk({ server, cookie }: Campus, path: string): Promise<string> {
  let address = path;
  for (let page = 1; page < DEEP; page += 1) {
    const answer = await fetch(server.origin + address, { headers: { Cookie: cookie } });
    const { nextCursor } = (await answer.json()) as { nextCursor: string | null };
    if (nextCursor === null) throw new Error(`${path} ends with page ${page}`);
    address = `${path}${path.includes('?') ? '&' : '?'}cursor=${nextCursor}`;
  }
  return address;
}

/** Plans of the committed queries on a campus, by query name. */
export interface Plans {
  all: number;
  /** Plans that differ from the committed ones. */
  others: Record<string, string[]>;
  /** Generic plans with a cost that grows with the campus. */
  growing: Record<string, string[]>;
}

/** Plans every committed query on this campus; for lists also a deep page. */
export async function readPlans(campus: Campus): Promise<Plans> {
  const { database } = campus;
  const [post = ''] = await samplePosts(campus);
  const reader = (await database.first<{ id: string }>(`SELECT ${READER} AS id`))?.id ?? '';
  const label = '관리자';
  const newest = ['8000000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const fresh = '01900000-0000-7000-8000-ffffffffffff';
  const deep = await database.first<{ micros: string; id: string; likes: number }>(
    `SELECT (extract(epoch FROM created_at) * 1000000)::bigint::text AS micros, id, like_count AS likes
       FROM posts WHERE building_id = $1 ORDER BY created_at DESC OFFSET 2970 LIMIT 1`,
    [BUSY_BOARD],
  );
  const place = [deep?.micros, deep?.id];
  const values: [StatementName, readonly unknown[]][] = [
    ['latest', [label]],
    ['recent', [label, BUSY_BOARD, ...newest]],
    ['recent', [label, BUSY_BOARD, ...place]],
    ['popular', [label, BUSY_BOARD, ...newest, 2_147_483_647]],
    ['popular', [label, BUSY_BOARD, ...place, deep?.likes]],
    ['post', [label, post]],
    ['replies', [post, 0, 201]],
    ['keyword', [label, '이공', '팀플 장소', ...newest]],
    ['own', [label, reader, ...newest]],
    ['scraps', [label, reader, ...newest]],
    ['hots', newest],
    ['marks', [reader, [post]]],
    ['like', [reader, post, fresh, 10]],
    ['unlike', [reader, post]],
    ['reply', [fresh, post, reader, '감사합니다', null, null]],
  ];
  const others: Plans['others'] = {};
  const growing: Plans['growing'] = {};
  for (const [name, given] of values) {
    const sql = STATEMENTS[name];
    const shape = await readShape(database, sql, given);
    if (`${shape.join('\n')}\n` !== readFileSync(join(root, `server/queries/${name}.plan`), 'utf8'))
      others[name] = shape;
    const generic = await readGenericShape(database, sql);
    if (slowLines(generic).length > 0) growing[name] = generic;
  }
  return { all: new Set(values.map(([name]) => name)).size, others, growing };
}
