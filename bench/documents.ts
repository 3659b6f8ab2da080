// `npm run bench:documents -- --posts 200000`: the memory and time that the operator's import and export take.
// A made-up tree of that size, with three replies a post, goes into the empty database that DATABASE_URL or
// DATA_DIR names, in again, which changes nothing, and out again as a tree. The heap is held at 192 MB.
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { defineBench, root } from './run.ts';

const operator = join(root, 'server/bin/operator.mjs');

interface Size {
  posts: number;
  users: number;
}

export const bench = defineBench('documents', { posts: 100_000 }, async ({ posts }, run) => {
  const folder = await mkdtemp(join(tmpdir(), 'madang-bench-'));
  run.onEnd(() => rm(folder, { recursive: true, force: true }));
  const users = Math.max(10, Math.round(posts / 25));
  const source = join(folder, 'tree.json');
  await pipeline(Readable.from(tree({ posts, users })), createWriteStream(source));
  console.log(`${posts} posts, ${posts * 3} replies, ${users} students: a tree of ${await size(source)}`);
  const out = join(folder, 'out', 'tree.json');
  run.row('command', 's', 'peak MB');
  for (const [title, ...words] of [
    ['import', 'import', source],
    ['import again', 'import', source],
    ['export', 'export', '--file', out],
  ] as const) {
    const { seconds, megabytes } = await measure(...words);
    run.row(title, seconds.toFixed(1), megabytes);
  }
  console.log(`exported tree: ${await size(out)}`);
  return null;
});

const boards = ['main-hall', 'central-plaza', 'science-library', 'question'];
const uid = (index: number, users: number) => `student${String(index % users).padStart(21, '0')}`;
const time = (index: number) => ({ seconds: 1_600_000_000 + index, nanoseconds: 123_456_000 });

/** The whole tree, piece by piece. */
function* tree({ posts, users }: Size): Generator<string> {
  yield '{"buildings":{';
  for (const [place, board] of boards.entries()) {
    yield `${place ? ',' : ''}\n${JSON.stringify(board)}:{"posts":{`;
    for (let index = place; index < posts; index += boards.length)
      yield (index > place ? ',\n' : '\n') + post(index, board, users);
    yield `\n},"id":${JSON.stringify(board)}}`;
  }
  yield '},\n"users":{';
  for (let index = 0; index < users; index += 1) yield (index ? ',\n' : '\n') + user(index, { posts, users });
  yield '\n}}\n';
}

function post(index: number, board: string, users: number): string {
  const id = `post${String(index).padStart(16, '0')}`;
  const replies = Object.fromEntries(
    [0, 1, 2].map((number) => [
      `reply${number}`,
      {
        replyUID: uid(index * 7 + number, users),
        replyNickname: '학생',
        replyBody: '저도 가 봤는데 오전에는 자리가 넉넉했어요.',
        replyCreatedTime: time(index + number),
        replyGood: 0,
        replyLiker: [''],
        replyRID: null,
        replyReport: 0,
      },
    ]),
  );
  const fields = {
    id,
    postBID: board,
    postBDC: '인문',
    postUID: uid(index, users),
    postNickname: '학생',
    postTitle: `2층 창가 자리 조용해요 ${index}`,
    contentsList: ['오전에는 거의 비어 있어요.\n콘센트도 자리마다 있습니다. '.repeat(4)],
    formatList: ['text'],
    keyword: ['조용한 장소', '공부 장소', ''],
    postCreatedTime: time(index),
    postGood: 3,
    postScrappers: index % 4 ? null : [uid(index + 1, users)],
    postReport: 0,
  };
  return `${JSON.stringify(id)}:${JSON.stringify({ replies, ...fields })}`;
}

function user(index: number, { posts, users }: Size): string {
  const liked = Array.from(
    { length: 25 },
    (_, place) => `post${String((index * 31 + place * 97) % posts).padStart(16, '0')}`,
  );
  const fields = {
    userUID: uid(index, users),
    userEmail: `student${index}@korea.ac.kr`,
    userName: '김고대',
    userNickname: `학생${index}`,
    userKU: true,
    userPoint: 50,
    writingRight: true,
    wrightingRight: false,
    likePost: liked,
  };
  return `${JSON.stringify(uid(index, users))}:${JSON.stringify(fields)}`;
}

/** Runs one operator command and answers its seconds and its peak of resident memory in MB. */
async function measure(...words: string[]): Promise<{ seconds: number; megabytes: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--max-old-space-size=192', operator, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    // Gone already between two looks: the last figure stands.
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      megabytes = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024) || megabytes;
    } catch {
      clearInterval(timer);
    }
  }, 100);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`operator ${words.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1_000, megabytes };
}

const size = async (file: string) => `${Math.round((await stat(file)).size / 1_048_576)} MB`;
