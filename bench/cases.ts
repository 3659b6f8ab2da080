import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { STATEMENTS, type StatementName, WRITE_POST } from '../server/queries/statements.ts';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import type { Step } from './baseline.ts';
import type { Asked } from './load.ts';
import { BUSY_BOARD, type Place } from './place.ts';

/** One measured case with its goals. */
export interface Case {
  name: string;
  asked: readonly Asked[];
  /** Requests to the server with the same SQL, if its addresses differ. */
  bareAsked?: readonly Asked[];
  /** Statements of the server with the same SQL, by method. */
  steps?: Record<string, Step[]>;
  /** Maximum cost of a cached answer, as a ratio to the constant server. */
  cachedGoal?: number;
  /** Maximum cost of an answer, as a ratio to the same SQL. */
  goal?: number;
  /** Returns the response body of the constant server. */
  sample(server: BuiltServer): Promise<string>;
}

/** Maximum cost of a short write as a ratio to the same SQL: 1.4, and the cost of Hono (decision 0021). */
const WRITE_GOAL = 1.7;
const LABEL = '관리자';
const NEWEST = ['8000000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

const given = (values: readonly unknown[]) => values.map((value) => ({ value }));

/** Returns all cases, in the order of their letters in the plan. */
export function casesOf(place: Place): Case[] {
  const [post = ''] = place.posts;
  const read = (
    name: string,
    path: string,
    statement: StatementName,
    values: string[],
    goal: number,
  ): Case => ({
    name,
    asked: [{ method: 'GET', path }],
    steps: { GET: [{ sql: STATEMENTS[statement], values: given(values) }] },
    cachedGoal: 1.7,
    goal,
    sample: sampleOf(place, path),
  });
  return [
    read('a latest', '/api/posts/latest', 'latest', [LABEL], 1.1),
    read('b recent', `/api/buildings/${BUSY_BOARD}/posts`, 'recent', [LABEL, BUSY_BOARD, ...NEWEST], 1.1),
    read(
      'b popular',
      `/api/buildings/${BUSY_BOARD}/posts?order=popular`,
      'popular',
      [LABEL, BUSY_BOARD, ...NEWEST, '2147483647'],
      1.1,
    ),
    read('c post', `/api/posts/${post}`, 'post', [LABEL, post], 1.3),
    read('d replies', `/api/posts/${post}/replies`, 'replies', [post, '0', '201'], 1.3),
    reply(place),
    like(place),
    signIn(),
    read('h keyword', '/api/keywords/2/2/posts', 'keyword', [LABEL, '이공', '팀플 장소', ...NEWEST], 1.1),
    write(place),
  ];
}

function sampleOf(place: Place, path: string) {
  return async ({ origin }: BuiltServer) =>
    (await fetch(origin + path, { headers: { Cookie: place.cookie } })).text();
}

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

function reply(place: Place): Case {
  let turn = 0;
  // The first post is the one that is read: it must not grow between two measurements.
  const posts = place.posts.slice(1);
  // The official edition refuses the same text twice.
  const body = () => {
    const id = uuidv7();
    return { id, body: `저도 어제 갔는데 자리 많았어요. 오전이 제일 조용합니다! ${id}` };
  };
  return {
    name: 'e reply',
    asked: place.cookies.map((cookie, index) => ({
      method: 'POST',
      path: `/api/posts/${pick(posts, index)}/replies`,
      cookie,
      body,
    })),
    bareAsked: posts.map((post) => ({
      method: 'POST',
      path: '/',
      body: () => ({ ...body(), post, author: pick(place.users, (turn += 1)) }),
    })),
    steps: {
      POST: [
        {
          sql: STATEMENTS.reply,
          values: [
            { body: 'id' },
            { body: 'post' },
            { body: 'author' },
            { body: 'body' },
            ...given([null, null, null]),
          ],
        },
      ],
    },
    goal: WRITE_GOAL,
    sample: async () => '{}',
  };
}

function like(place: Place): Case {
  const pairs = place.posts.map((post, index) => ({ post, index }));
  return {
    name: 'f like',
    asked: pairs.flatMap(({ post, index }) =>
      (['PUT', 'DELETE'] as const).map((method) => ({
        method,
        path: `/api/posts/${post}/like`,
        cookie: pick(place.cookies, index),
      })),
    ),
    bareAsked: pairs.flatMap(({ post, index }) =>
      (['PUT', 'DELETE'] as const).map((method) => ({
        method,
        path: `/${pick(place.users, index)}/${post}/${randomUUID()}`,
      })),
    ),
    steps: {
      PUT: [
        {
          sql: STATEMENTS.like,
          values: [{ segment: 1 }, { segment: 2 }, ...given([false, null]), { segment: 3 }, { value: 10 }],
        },
      ],
      DELETE: [{ sql: STATEMENTS.unlike, values: [{ segment: 1 }, { segment: 2 }, { value: false }] }],
    },
    goal: WRITE_GOAL,
    sample: async () => '{}',
  };
}

/** Without a goal: a password is slow to check on purpose. */
function signIn(): Case {
  return {
    name: 'g sign in',
    asked: [
      {
        method: 'POST',
        path: '/api/session',
        // A sign-in ends the previous session; the session of the load must stay valid.
        cookie: 'none=1',
        body: () => ({ email: 'bench@korea.ac.kr', password: 'bench password' }),
      },
    ],
    sample: async () => '{}',
  };
}

function write(place: Place): Case {
  let turn = 0;
  const body = () => ({
    id: uuidv7(),
    title: '과도 3층 창가 자리 비었어요',
    body: '콘센트도 자리마다 있고 조용합니다. '.repeat(15),
    keywords: ['팀플 장소'],
  });
  const author = { body: 'author' };
  const id = { body: 'id' };
  const values: Step['values'][] = [
    [id],
    [author],
    [{ value: BUSY_BOARD }],
    [
      id,
      { value: BUSY_BOARD },
      author,
      { body: 'title' },
      { body: 'body' },
      { body: 'keywords' },
      ...given([null, null, null, 0, true]),
    ],
    [id, { value: '이공' }, { body: 'keywords' }],
    [id, author, id, { value: 50 }],
    [author, { value: 50 }],
    [{ value: LABEL }, id],
  ];
  return {
    name: 'i write',
    asked: place.cookies.map((cookie) => ({
      method: 'POST',
      path: `/api/buildings/${BUSY_BOARD}/posts`,
      cookie,
      body: () => ({ ...body(), uploadId: null }),
    })),
    bareAsked: place.users.map(() => ({
      method: 'POST',
      path: '/',
      body: () => ({ ...body(), author: pick(place.users, (turn += 1)) }),
    })),
    steps: { POST: WRITE_POST.map((sql, index) => ({ sql, values: values[index] ?? [] })) },
    goal: 1.4,
    sample: async () => '{}',
  };
}
