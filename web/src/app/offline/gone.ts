import { SHAPE } from '@madang/contract/offline/rules';
import type { QueryClient } from '@tanstack/react-query';
import { call, type Output } from '../../lib/api.ts';
import type { StoredRead } from '../../lib/offline/database.ts';
import { dropPictures } from '../../lib/offline/pictures.ts';
import { changeReads, listHeld } from '../../lib/offline/reads.ts';
import { toStored } from './keep-reads.ts';
import { findKept } from './kept-queries.ts';

type Gone = Output<'POST /api/device/gone'>;

/** Deletes cached content that the server reports as deleted, in one call [PH-10]. */
export async function eraseGone(client: QueryClient): Promise<void> {
  const posts: string[] = [];
  const threads = new Map<string, number[]>();
  for (const id of await listHeld()) {
    const [postId = '', number] = id.split('#');
    if (number === undefined) posts.push(postId);
    else threads.set(postId, [...(threads.get(postId) ?? []), Number(number)]);
  }
  if (posts.length + threads.size === 0) return;
  const held = { posts, threads: [...threads].map(([postId, replies]) => ({ postId, replies })) };
  const gone = await call('POST /api/device/gone', { body: held }, { readsOnly: true });
  await erase(client, gone, (postId) => threads.get(postId) ?? []);
}

/** Deletes a missing post from this phone when the user opens it. */
export async function erasePost(client: QueryClient, postId: string): Promise<void> {
  const thread = (await listHeld()).filter((id) => id.startsWith(`${postId}#`));
  const numbers = thread.map((id) => Number(id.split('#')[1]));
  await erase(client, { posts: [postId], threads: [postId] }, () => numbers);
}

async function erase(
  client: QueryClient,
  gone: Gone,
  numbersOf: (postId: string) => readonly number[],
): Promise<void> {
  const posts = new Set(gone.posts);
  // The replies of a deleted post are deleted with it.
  const threads = new Set([...gone.threads, ...posts]);
  const held = [
    ...posts,
    ...[...threads].flatMap((postId) => numbersOf(postId).map((number) => `${postId}#${number}`)),
  ];
  if (held.length === 0) return;
  const pictures = new Set<string>();
  await changeReads(held, (read) => {
    if (read.holds.some((id) => threads.has(id.split('#', 1)[0] ?? '') && id.includes('#'))) return undefined;
    const change = without(read, posts);
    for (const address of change.pictures) pictures.add(address);
    return change.read;
  });
  forget(client, new Set(held));
  await dropPictures([...pictures]);
}

const PICTURE = /\/images\/posts\/[\w-]+\/\w+\.webp/g;
const picturesIn = (text = ''): string[] => text.match(PICTURE) ?? [];

/** Returns a read without these posts, and the addresses of their pictures. */
function without(read: StoredRead, posts: ReadonlySet<string>) {
  const queryKey = JSON.parse(read.key.slice(SHAPE.length + 1)) as readonly unknown[];
  const kept = findKept(queryKey);
  const data: unknown = JSON.parse(read.text);
  const rest = kept && toStored(kept, read.key, read.at, data, { isGone: (id) => posts.has(id) });
  const left = new Set(picturesIn(rest?.text));
  return { read: rest, pictures: picturesIn(read.text).filter((address) => !left.has(address)) };
}

/** Removes deleted content from memory, and refetches displayed queries. */
function forget(client: QueryClient, held: ReadonlySet<string>): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const holds = state.data === undefined ? undefined : findKept(queryKey)?.holds?.(state.data);
    if (!holds?.some((id) => held.has(id))) continue;
    client.removeQueries({ queryKey, exact: true, type: 'inactive' });
    void client.invalidateQueries({ queryKey, exact: true });
  }
}
