import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { EventReader } from '../../testing/event-reader.ts';
import { makePostBody } from '../../testing/makers.ts';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { DrillServer } from './drill-server.ts';

export interface StreamLedger {
  stored: number;
  received: number;
  lost: number;
  doubled: number;
  inOrder: boolean;
}

/**
 * [SF-29] Reads a post live while replies are written and the stream is cut.
 * Another transaction holds a lock for two seconds in the middle.
 */
export async function breakStreams(dataFolder: string, replies: number, cuts: number): Promise<StreamLedger> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const address = cluster.urlOf('madang');
  const server = new DrillServer({ DATA_DIR: dataFolder, DATABASE_URL: address });
  const other = new pg.Client({ connectionString: address });
  try {
    await server.start();
    await other.connect();
    const browser = await server.signIn(server.accounts[0]);
    const { body } = await browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'main-hall' },
      body: makePostBody(),
    });
    const postId = body.post.id;
    const stream = `${server.origin}/api/posts/${postId}/replies/live?after=0`;

    let written = 0;
    const write = async () => {
      while (written < replies) {
        written += 1;
        const { status } = await browser.call('POST /api/posts/{id}/replies', {
          path: { id: postId },
          body: { id: uuidv7(), body: '댓글' },
        });
        if (status !== 201) throw new Error(`a reply was answered with ${status}`);
      }
    };
    const reading = readInPieces((last) => EventReader.open(stream, browser.cookie, last), replies, cuts);
    const held = new Promise((resolve) => setTimeout(resolve, 500)).then(() => hold(other, postId));
    const [numbers] = await Promise.all([reading, held, ...Array.from({ length: 8 }, write)]);
    const received = new Set(numbers);
    return {
      stored: replies,
      received: numbers.length,
      lost: replies - received.size,
      doubled: numbers.length - received.size,
      inOrder: numbers.every((number, index) => number === index + 1),
    };
  } finally {
    await other.end().catch(() => {});
    await server.stop('SIGKILL');
    await cluster.stop();
  }
}

/** Locks the post's row: replies queue up and then arrive in one burst. */
async function hold(other: pg.Client, postId: string): Promise<void> {
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM posts WHERE id = $1 FOR UPDATE', [postId]);
  await other.query('SELECT pg_sleep(2)');
  await other.query('COMMIT');
}

/** Returns the numbers of all replies from a stream that is cut and resumed after the last one. */
async function readInPieces(
  open: (last: number | undefined) => Promise<EventReader>,
  replies: number,
  cuts: number,
): Promise<number[]> {
  const numbers: number[] = [];
  for (let made = 0; numbers.length < replies; made += 1) {
    const reader = await open(numbers.at(-1));
    if (reader.status !== 200) throw new Error(`a stream was answered with ${reader.status}`);
    const enough = made < cuts ? Math.ceil(((made + 1) * replies) / (cuts + 1)) : replies;
    await reader.until(() => numbers.length + reader.replies.length >= enough, 120_000);
    reader.cut();
    numbers.push(...reader.replies.map(({ number }) => number));
  }
  return numbers;
}
