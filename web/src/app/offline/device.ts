// Offline cache, loaded after the first screen, or before it on a page loaded offline.
import { SHAPE } from '@madang/contract/offline/rules';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { eventsQuery } from '../../features/bulletin/bulletin-queries.ts';
import { campusQuery, packQuery } from '../../features/campus/campus-queries.ts';
import { isMissing } from '../../features/campus/failure.tsx';
import { dropSubscription } from '../../features/notifications/push.ts';
import { homeQuery, postQuery } from '../../features/posts/post-queries.ts';
import { isOtherUser, type Session, sessionQuery } from '../../features/session/session.ts';
import { call, NetworkError, type Output } from '../../lib/api.ts';
import { tryStorage } from '../../lib/drafts.ts';
import type { StoredRead } from '../../lib/offline/database.ts';
import { changeReads, claimReads, eraseReads, listHeld, tidyReads } from '../../lib/offline/reads.ts';
import { lookForServer, noteServerTime, onReach, serverNow } from '../../lib/online.ts';
import { whenIdle } from '../../lib/page.ts';
import {
  clockAhead,
  closeWhenLeft,
  forgetShown,
  KEPT_FOR,
  ReadKeeper,
  recall,
  storeShown,
  toStored,
} from './keep-reads.ts';
import { findKept } from './kept-queries.ts';

export { AwayText } from './seen.tsx';

/** Milliseconds after which a silent network is replaced by cached data. */
const PATIENCE = 3_000;
/** Timeout for a storage that does not open, in milliseconds. */
const STORAGE_PATIENCE = 1_000;
/** Tolerance for a wrong phone clock: fresh reads must not seem from the future. */
const LEEWAY = 60_000;
/** Minimum milliseconds between two checks for deleted content. */
const CONTACT_PAUSE = 2_000;
/** Milliseconds in which a reload skips the check for deleted content, unless the network was lost. */
const GONE_GOOD_FOR = 60_000;
const GONE_KEY = 'gone-asked';

/** Maximum age of the campus pack in milliseconds: the campus changes slowly. */
const PACK_GOOD_FOR = 24 * 60 * 60_000;

const nothing = (): void => {};

/** Stores for this tab that deleted content was checked; null requires a new check. Without storage every load checks. */
function rememberAsked(userId: string | null): void {
  tryStorage(() => {
    if (userId === null) sessionStorage.removeItem(GONE_KEY);
    else sessionStorage.setItem(GONE_KEY, `${userId} ${Date.now()}`);
  });
}

function wasAsked(userId: string): boolean {
  const [asker, at] = (tryStorage(() => sessionStorage.getItem(GONE_KEY)) ?? '').split(' ');
  return asker === userId && Math.abs(Date.now() - Number(at)) < GONE_GOOD_FOR;
}

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

let device: Device | undefined;
const deviceOf = (client: QueryClient): Device => (device?.client === client ? device : new Device(client));

/** Stores reads from now on, and shows them if no answer comes. Does nothing without storage. */
export function keepReads(client: QueryClient): void {
  device = deviceOf(client);
  const session = client.getQueryState(sessionQuery.queryKey);
  if (session?.data && !device.recalled) device.meet(session.data);
  for (const query of client.getQueryCache().getAll()) device.note(query);
}

/** Restores owner and cached data of a page loaded offline. Only the server ends a session. */
export async function wake(client: QueryClient, pathname: string): Promise<void> {
  device = deviceOf(client);
  void lookForServer();
  await Promise.race([device.recallFirst(firstOf(pathname)).catch(nothing), wait(STORAGE_PATIENCE)]);
}

/** Returns the queries of the first view, restored before the first rendering. */
function firstOf(pathname: string): QueryKey[] {
  const id = /^\/post\/([^/]+)$/.exec(pathname)?.[1];
  if (id !== undefined) return [postQuery(id).queryKey];
  return pathname === '/' ? [homeQuery.queryKey, eventsQuery.queryKey] : [packQuery.queryKey];
}

class Device {
  /** Whether the session is restored from this phone and not yet confirmed by the server. */
  recalled = false;
  readonly client: QueryClient;
  readonly #keeper: ReadKeeper;
  #reached = true;
  #restoring = false;
  #blocked = '';
  #asked = -Infinity;

  constructor(client: QueryClient) {
    this.client = client;
    this.#keeper = new ReadKeeper(client);
    hideLostPictures();
    closeWhenLeft(this.#keeper);
    onReach((reached) => {
      this.#reached = reached;
      rememberAsked(null);
      if (reached) this.#askGone();
    });
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && !this.#restoring) this.#hear(event.query, event.action.type);
    });
  }

  note(query: Query): void {
    if (query.state.data !== undefined) this.#keeper.note(query);
  }

  #hear(query: Query, happened: string): void {
    if (happened === 'success') {
      if (query.queryKey[0] === sessionQuery.queryKey[0]) this.meet(query.state.data as Session);
      this.note(query);
    }
    if (happened === 'fetch') void this.#showSeen(query, this.#reached && navigator.onLine ? PATIENCE : 0);
    // A refusal is shown, never replaced by cached data.
    const isSilent = query.state.fetchFailureReason instanceof NetworkError || !this.#reached;
    if ((happened === 'failed' || happened === 'error') && isSilent) void this.#showSeen(query, 0);
    const [kind, id] = query.queryKey;
    if (happened === 'error' && kind === 'post' && typeof id === 'string' && isMissing(query.state.error))
      void erasePost(this.client, id).catch(nothing);
  }

  /** Handles the server's answer about the signed-in user, if any. */
  meet({ user, blocked = [] }: Session): void {
    const keeper = this.#keeper;
    const isNew = keeper.userId !== user?.id || this.recalled;
    this.recalled = false;
    if (!user) {
      keeper.stop();
      keeper.claimed = eraseReads().finally(forgetShown).catch(nothing);
      void dropSubscription().catch(nothing);
      return;
    }
    const blocks = blocked.join();
    if (isNew) this.#claim(user.id);
    // The page will be reloaded; its cached answers belong to the previous user.
    if (isOtherUser({ user })) keeper.stop();
    const isDue = isNew ? !wasAsked(user.id) : blocks !== this.#blocked;
    if (isDue) this.#askGone();
    this.#blocked = blocks;
  }

  #claim(userId: string): void {
    const keeper = this.#keeper;
    keeper.stop();
    keeper.userId = userId;
    const now = serverNow();
    keeper.claimed = keeper.claimed
      .then(() => claimReads({ userId, ahead: clockAhead() }))
      .then(() => storeShown(this.client, userId).catch(nothing))
      .then(() => tidyReads(SHAPE, now - KEPT_FOR, now + LEEWAY))
      .catch(nothing);
    for (const query of this.client.getQueryCache().getAll()) this.note(query);
    void keeper.claimed.then(() => this.#keepPack()).catch(nothing);
  }

  /** Prefetches the campus pack if it is missing or older than a day. */
  async #keepPack(): Promise<void> {
    const client = this.client;
    if (client.getQueryData(campusQuery.queryKey)?.edition !== 'official') return;
    const [pack] = (await recall([packQuery.queryKey])).reads;
    if (!pack || serverNow() - pack.at > PACK_GOOD_FOR) whenIdle(() => void client.prefetchQuery(packQuery));
  }

  #askGone(): void {
    if (this.#keeper.userId === undefined || performance.now() - this.#asked < CONTACT_PAUSE) return;
    this.#asked = performance.now();
    const { claimed, userId } = this.#keeper;
    void claimed
      .then(() => eraseGone(this.client))
      .then(() => rememberAsked(userId))
      .catch(nothing);
  }

  /** Shows cached data of a query without an answer, after the network's timeout. */
  async #showSeen(query: Query, patience: number): Promise<void> {
    if (query.state.data !== undefined || !findKept(query.queryKey)) return;
    if (patience > 0) await wait(patience);
    // Answered or refused meanwhile: the server's answer takes precedence over cached data.
    const { data, status } = query.state;
    if (data !== undefined || isMissing(query.state.error) || (status === 'error' && patience > 0)) return;
    const { owner, reads } = await recall([query.queryKey]).catch(() => ({ owner: undefined, reads: [] }));
    if (findKept(query.queryKey)?.shelf === 'reads' && owner?.userId !== this.#keeper.userId) return;
    for (const read of reads) this.#restore(read);
  }

  /** Restores the phone's owner and these queries. */
  async recallFirst(queryKeys: readonly QueryKey[]): Promise<void> {
    await storeShown(this.client).catch(nothing);
    const { owner, reads } = await recall([sessionQuery.queryKey, campusQuery.queryKey, ...queryKeys]);
    if (this.client.getQueryState(sessionQuery.queryKey)?.data) return;
    const known = owner && reads.find(({ queryKey }) => queryKey === sessionQuery.queryKey);
    this.recalled = true;
    if (owner) noteServerTime(new Date(Date.now() + owner.ahead).toUTCString());
    if (known) this.#keeper.userId = owner.userId;
    else this.#show(sessionQuery.queryKey, { user: null }, 0);
    for (const read of reads) if (known || findKept(read.queryKey)?.shelf === 'campus') this.#restore(read);
  }

  #restore({ queryKey, at, text }: { queryKey: QueryKey; at: number; text: string }): void {
    if (serverNow() - at > KEPT_FOR || this.client.getQueryData(queryKey) !== undefined) return;
    this.#show(queryKey, JSON.parse(text), Math.min(at - clockAhead(), Date.now()));
  }

  /** Shows data with its age, invalidated for a refetch once there is a network. */
  #show(queryKey: QueryKey, data: unknown, updatedAt: number): void {
    this.#restoring = true;
    this.client.setQueryData(queryKey, data, { updatedAt });
    this.client.getQueryCache().find({ queryKey })?.invalidate();
    this.#restoring = false;
  }
}

type Gone = Output<'POST /api/device/gone'>;

/** Deletes cached content that the server reports as deleted, in one call [PH-10]. */
async function eraseGone(client: QueryClient): Promise<void> {
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
async function erasePost(client: QueryClient, postId: string): Promise<void> {
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

/** With `reload` and `no-store`, the browser drops its cached answer and stores none instead. */
const DROP = { cache: 'reload', headers: { 'Cache-Control': 'no-store' } } as const;

/** Deletes pictures from this phone. They are only in the browser's HTTP cache, for a day. */
async function dropPictures(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => fetch(address, DROP).then(nothing, nothing)));
}

/** Hides pictures that fail to load offline, and loads them again when the network returns. */
function hideLostPictures(): void {
  const lost = new Set<HTMLImageElement>();
  const hide = (picture: HTMLImageElement): void => {
    picture.style.opacity = '0';
    lost.add(picture);
  };
  const hear = async ({ target }: Event): Promise<void> => {
    if (target instanceof HTMLImageElement && !(await lookForServer())) hide(target);
  };
  document.addEventListener('error', (event) => void hear(event), true);
  onReach((reached) => {
    if (!reached) return;
    for (const picture of lost) {
      picture.style.opacity = '';
      // Requests the picture again.
      picture.setAttribute('src', picture.getAttribute('src') ?? '');
    }
    lost.clear();
  });
}
