import { HELD_REPLIES_MAX } from '@madang/contract/offline/rules';
import type { Post } from '@madang/contract/posts/schema';
import type { Reply } from '@madang/contract/replies/schema';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { Session } from '../../features/session/session.ts';
import type { Output } from '../../lib/api.ts';
import type { Shelf } from '../../lib/offline/reads.ts';

/** Content that must not stay on the phone, by post id and author. */
export interface Without {
  isGone: (postId: string) => boolean;
  isBlocked?: (authorId: string | null) => boolean;
}

/** Storage rules for the answers of a kind of query. */
export interface Kept {
  shelf: Shelf;
  /** Returns the data without content that must not be stored; undefined if nothing is left. */
  keep: (data: unknown, without: Without) => unknown;
  /** Returns the ids of its posts and replies (`id#number`). */
  holds?: (data: unknown) => string[];
  /** Set if the screen shows when it was read. */
  dated?: true;
}

/** Hides the data type from callers. */
const kept = <Data>(of: {
  shelf?: Shelf;
  keep?: (data: Data, without: Without) => Data | undefined;
  holds?: (data: Data) => string[];
  dated?: true;
}): Kept => ({ shelf: 'reads', keep: (data: Data) => data, ...of }) as unknown as Kept;

const ofCampus = kept({ shelf: 'campus' });
const dated = kept({ dated: true });

type Page = Record<string, unknown>;

/** Stores the first page of a list. Items without a post stay. */
function list<Item>(name: string, postOf: (item: Item) => string | undefined): Kept {
  const itemsOf = (page: Page): Item[] => page[name] as Item[];
  return kept<InfiniteData<Page>>({
    keep: ({ pages, pageParams }, { isGone }) => ({
      pages: pages.slice(0, 1).map((page) => ({
        ...page,
        [name]: itemsOf(page).filter((item) => !isGone(postOf(item) ?? '')),
      })),
      pageParams: pageParams.slice(0, 1),
    }),
    holds: ({ pages }) => pages.flatMap((page) => itemsOf(page).flatMap((item) => postOf(item) ?? [])),
    dated: true,
  });
}

const posts = list<{ id: string }>('posts', ({ id }) => id);

/** Stores nothing of the account: no address, name, consents, or roles. */
const session = kept<Session>({
  keep: ({ user, blocked, unread, pins }) =>
    user?.consentsDue.length === 0
      ? { user: { ...user, email: '', name: '' }, blocked, unread, pins }
      : undefined,
});

const home = kept<Output<'GET /api/home'>>({
  keep: (data, { isGone }) => ({
    ...data,
    newest: data.newest.filter(({ id }) => !isGone(id)),
    hottest: data.hottest.filter(({ id }) => !isGone(id)),
  }),
  holds: ({ newest, hottest }) => [...newest, ...hottest].map(({ id }) => id),
  dated: true,
});

const post = kept<Post>({
  keep: (data, { isGone, isBlocked }) => (isGone(data.id) || isBlocked?.(data.authorId) ? undefined : data),
  holds: ({ id }) => [id],
  dated: true,
});

/** Stores the first replies; drops a thread with a deleted one, as others may answer it. */
const replies = kept<InfiniteData<{ replies: Reply[]; nextAfter: number | null }>>({
  keep: ({ pages: [page], pageParams }, { isGone, isBlocked }) => {
    if (!page || page.replies.some(({ postId }) => isGone(postId))) return undefined;
    const first = page.replies.slice(0, HELD_REPLIES_MAX);
    const nextAfter = first.length < page.replies.length ? (first.at(-1)?.number ?? null) : page.nextAfter;
    const shown = first.filter(({ authorId }) => !isBlocked?.(authorId));
    return { pages: [{ replies: shown, nextAfter }], pageParams: pageParams.slice(0, 1) };
  },
  holds: ({ pages }) =>
    pages.flatMap((page) =>
      page.replies.flatMap(({ postId, number, deleted }) => (deleted ? [] : `${postId}#${number}`)),
    ),
});

/** Query keys or their prefixes, the most specific first. Others are never stored. */
const table: readonly (readonly [key: string, kept: Kept, exactly?: true])[] = [
  ['session', session, true],
  ['campus', ofCampus, true],
  ['pack', ofCampus, true],
  ['buildings', ofCampus],
  ['home', home, true],
  ['events', dated, true],
  ['notices', dated, true],
  ['posts board', posts],
  ['posts latest', posts, true],
  ['posts festival', posts],
  ['posts keyword', posts],
  ['hots', list<{ postId: string }>('hots', ({ postId }) => postId), true],
  ['post', post],
  ['replies', replies],
  ['marks', kept({})],
  ['inbox', list<{ post?: { id: string } }>('lines', (line) => line.post?.id), true],
];

const firstPage = (page: Page, at: unknown = null) => ({ pages: [page], pageParams: [at] });

/** Queries and data of the calls included in a page: must match the screen's query options. */
const calls: readonly (readonly [RegExp, (answer: Page, ...ids: string[]) => Answered])[] = [
  [/^campus$/, (data) => ({ queryKey: ['campus'], data })],
  [/^campus\/pack$/, (data) => ({ queryKey: ['pack'], data })],
  [/^home$/, (data) => ({ queryKey: ['home'], data })],
  [/^(buildings|events|notices)$/, (data, name = '') => ({ queryKey: [name], data: data[name] })],
  [/^buildings\/([^/]+)$/, (data, id) => ({ queryKey: ['buildings', id], data })],
  [
    /^buildings\/(.+)\/posts\?order=(.+)$/,
    (page, id, order) => ({ queryKey: ['posts', 'board', id, order], data: firstPage(page) }),
  ],
  [
    /^posts\/latest$/,
    (page) => ({ queryKey: ['posts', 'latest'], data: firstPage({ ...page, nextCursor: null }) }),
  ],
  [
    /^festival\/posts\?filter=(.)$/,
    (page, filter) => ({ queryKey: ['posts', 'festival', filter], data: firstPage(page) }),
  ],
  [
    /^keywords\/(\d+)\/(\d+)\/posts$/,
    (page, ...ids) => ({ queryKey: ['posts', 'keyword', ...ids.map(Number)], data: firstPage(page) }),
  ],
  [/^hots$/, (page) => ({ queryKey: ['hots'], data: firstPage(page) })],
  [/^posts\/([^/]+)$/, (data, id) => ({ queryKey: ['post', id], data })],
  [
    /^posts\/(.+)\/replies\?after=0$/,
    (page, id) => ({ queryKey: ['replies', id], data: firstPage(page, 0) }),
  ],
];

interface Answered {
  queryKey: QueryKey;
  data: unknown;
}

/** Returns the storable queries in the answers included in a page. */
export function readAnswers(answers: Record<string, unknown>): Answered[] {
  return Object.entries(answers).flatMap(([call, answer]) => {
    for (const [pattern, read] of calls) {
      const ids = pattern.exec(call.slice('GET /api/'.length))?.slice(1);
      if (ids) return read(answer as Page, ...ids.map(decodeURIComponent));
    }
    return [];
  });
}

/** Returns the storage rules of this query; undefined if it is never stored. */
export function findKept(queryKey: QueryKey): Kept | undefined {
  const name = queryKey.map(String).join(' ');
  return table.find(([key, , exactly]) => name === key || (!exactly && name.startsWith(`${key} `)))?.[1];
}
