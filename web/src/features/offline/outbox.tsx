import type { QueryClient } from '@tanstack/react-query';
import { Send } from 'lucide';
import { useSyncExternalStore } from 'react';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/lists.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { type Input, type Key, NetworkError } from '../../lib/api.ts';
import { draftKey, readDraft, writeBlob, writeDraft } from '../../lib/drafts.ts';
import type { Unsent } from '../../lib/offline/database.ts';
import { endUnsent, listUnsent, putUnsent, sendUnsent } from '../../lib/offline/unsent.ts';
import { isReached, lookForServer, onReach, useAway } from '../../lib/online.ts';
import { makeUuid, shownUser } from '../../lib/request.ts';
import { Link } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useAction } from '../campus/use-action.ts';
import { sessionQuery } from '../session/session.ts';
import styles from './outbox.module.css';

// Pending writes of one student in this page, stored on the device and synchronized between tabs.

const NONE: readonly Unsent[] = [];
let shown = NONE;
let userId: string | undefined;
let client: QueryClient | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;
let sending: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Rereads the pending writes; none if the device has no storage. */
async function refresh(): Promise<void> {
  const reader = userId;
  const read = reader === undefined ? NONE : await listUnsent(reader).catch(() => NONE);
  if (reader !== userId) return;
  shown = read;
  for (const listener of listeners) listener();
}

async function announce(): Promise<void> {
  channel?.postMessage('changed');
  await refresh();
}

/** Sends after a delay. If the server is unreachable then, reconnecting triggers it. */
function sendIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void (isReached() && sendNow()), milliseconds);
}

/** Sends pending writes. Retries after the server's delay, on reconnection, or when the page opens. */
export const sendNow = (): Promise<void> =>
  (sending ??= sendWaiting().finally(() => {
    sending = undefined;
  }));

async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  const sender = userId;
  if (sender === undefined || !shown.some(({ refusal }) => refusal === undefined)) return;
  let sent = 0;
  const { again } = await sendUnsent(sender, ({ kind }) => {
    if (kind !== 'wish') sent += 1;
  }).catch(() => ({ again: null }));
  if (sender !== userId) return;
  if (again !== null) sendIn(again);
  await announce();
  if (sent === 0) return;
  showToast(fillCopy(copy['outbox.sent'], { n: sent }));
  // Sent content appears in many kinds of lists.
  await client?.invalidateQueries();
}

/** Starts showing and sending the pending writes of the signed-in student. */
export function followOutbox(queries: QueryClient): void {
  client = queries;
  channel = new BroadcastChannel('outbox');
  channel.onmessage = () => void refresh();
  onReach((reached) => void (reached && sendNow()));
  const follow = (): void => {
    const session = queries.getQueryData(sessionQuery.queryKey);
    if (session?.user?.id === userId) return;
    clearTimeout(timer);
    userId = session?.user?.id;
    void refresh().then(() => (isReached() ? sendNow() : undefined));
  };
  follow();
  queries.getQueryCache().subscribe(({ query }) => void (query.queryKey[0] === 'session' && follow()));
}

/** Whether the server is unreachable; otherwise the error is shown and the user retries. */
export const isAway = async (error: unknown): Promise<boolean> =>
  error instanceof NetworkError && !(await lookForServer());

/** Stores a write until there is a network; false if the device cannot. */
async function keepUnsent(unsent: Omit<Unsent, 'at' | 'userId'>): Promise<boolean> {
  // Another user may have signed in meanwhile: the author is the page's own user.
  const owner = shownUser();
  if (userId === undefined || owner === undefined) return false;
  try {
    await putUnsent({ ...unsent, userId: owner, at: Date.now() });
  } catch {
    return false;
  }
  await announce();
  // The network may have returned during the write.
  if (isReached()) sendIn(1_000);
  return true;
}

export async function dropUnsent(unsent: Pick<Unsent, 'id' | 'at'>): Promise<void> {
  await endUnsent(unsent).catch(() => undefined);
  await announce();
}

/** Drops an older update of this target, as it must not follow a newer one. Its id starts with the owner's. */
async function dropUpdate(about: string): Promise<void> {
  const waiting = shown.find(({ kind, id }) => kind === 'wish' && id.endsWith(about));
  if (waiting) await dropUnsent(waiting);
}

export const hasUnsent = (): boolean => shown.length > 0;

/** Age for a warning: without installation Safari deletes unused data after a week. */
const OLD = 3 * 24 * 60 * 60_000;
export const isOld = ({ at }: Unsent): boolean => Date.now() - at > OLD;

/** Returns the pending writes, the oldest first. */
export const useUnsent = (): readonly Unsent[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => NONE,
  );

/** Shows that the write is stored; otherwise its form keeps it and shows an error. */
function tell(kept: boolean): boolean {
  if (kept) showToast(copy['outbox.kept']);
  return kept;
}

/** Stores a reply that got no answer, under the id of the first attempt. */
export async function keepReply(
  postId: string,
  title: string,
  body: Input<'POST /api/posts/{id}/replies'>['body'],
): Promise<boolean> {
  return tell(
    await keepUnsent({
      id: body.id,
      kind: 'reply',
      key: 'POST /api/posts/{id}/replies',
      input: { path: { id: postId }, body },
      pictures: [],
      about: title,
      text: body.body,
      path: `/post/${postId}`,
    }),
  );
}

/** Stores a post with the bytes of its pictures. */
export async function keepPost(
  input: Input<'POST /api/buildings/{buildingId}/posts'>,
  blobs: readonly { id: string; blob: Blob }[],
  path: string,
): Promise<boolean> {
  const pictures = await Promise.all(
    blobs.map(async ({ id, blob }) => ({ id, type: blob.type, bytes: await blob.arrayBuffer() })),
  );
  return tell(
    await keepUnsent({
      id: input.body.id,
      kind: 'post',
      key: 'POST /api/buildings/{buildingId}/posts',
      input,
      pictures,
      about: '',
      text: `${input.body.title}\n${input.body.body}`,
      path,
    }),
  );
}

/** Sends a like or bookmark, or its removal; if unreachable, stores it, replacing earlier ones. */
export async function sendUpdate<State>(
  about: string,
  state: State,
  send: (state: State) => Promise<State>,
): Promise<State> {
  await dropUpdate(about);
  try {
    return await send(state);
  } catch (error) {
    if (await keepUpdate(error, about, state)) return state;
    throw error;
  }
}

async function keepUpdate(error: unknown, about: string, state: unknown): Promise<boolean> {
  const [, things, id = '', what] = /^(posts|replies)\/([^/]+)\/(like|scrap)$/.exec(about) ?? [];
  if (!things || !(await isAway(error))) return false;
  const isOn = typeof state === 'object' ? (state as { liked: boolean }).liked : state;
  const key = `${isOn ? 'PUT' : 'DELETE'} /api/${things}/{id}/${what}` as Key;
  const input = { path: { id } };
  return keepUnsent({
    id: `${shownUser()} ${about}`,
    kind: 'wish',
    key,
    input,
    pictures: [],
    about: '',
    text: '',
    path: '',
  });
}

interface PostBody {
  title: string;
  body: string;
  keywords: string[];
  pictures?: { uploadId: string; description: string }[];
}

/** Turns a pending write into a draft to edit; false if another draft exists. */
export async function writeAgain({ userId, kind, input, pictures }: Unsent): Promise<boolean> {
  const { id = '', buildingId = '' } = (input.path ?? {}) as Record<string, string>;
  const key = draftKey(userId, kind === 'reply' ? `reply:${id}` : buildingId);
  if (readDraft(key, (value) => value !== null)) return false;
  if (kind === 'reply') {
    writeDraft(key, { body: (input.body as { body: string }).body, attempt: null });
    return true;
  }
  const { title, body, keywords, pictures: described = [] } = input.body as PostBody;
  const list = await Promise.all(
    pictures.map(async ({ id: uploadId, bytes, type }) => {
      const picture = { key: makeUuid(), id: makeUuid(), done: false };
      await writeBlob(`${key}/${picture.key}`, new Blob([bytes], { type }));
      const { description = '' } = described.find((one) => one.uploadId === uploadId) ?? {};
      return { ...picture, description };
    }),
  );
  writeDraft(key, { title, body, keywords, pictures: list, attempt: null });
  return true;
}

/** Renders the number of pending writes as a link; nothing if there are none. */
export function OutboxLink() {
  const n = useUnsent().length;
  return n === 0 ? null : (
    <>
      {' '}
      <Link className="underline" to="/mypage/outbox">
        {fillCopy(copy['outbox.count'], { n })}
      </Link>
    </>
  );
}

/** Renders the number of pending writes as a row of my page. */
export function OutboxRow() {
  const n = useUnsent().length;
  return n === 0 ? null : (
    <ListRow icon={Send} label={copy['outbox']} detail={String(n)} to="/mypage/outbox" />
  );
}

interface LeaveSheetProps {
  open: boolean;
  onClose: () => void;
  onLeave: () => void;
}

/** Asks what to do with pending writes before a student logs out [PH-05]. */
export function LeaveSheet({ open, onClose, onLeave }: LeaveSheetProps) {
  const unsent = useUnsent();
  const reached = useAway() === null;
  const discard = useAction(async () => {
    for (const one of unsent) await dropUnsent(one);
    onLeave();
  });
  const send = useAction(async () => {
    await sendNow();
    onLeave();
  });
  return (
    <Sheet title={copy['mypage.logout']} sheet={{ open, close: onClose }}>
      <div className="flex-col gap-3">
        <p>{fillCopy(copy['outbox.leave'], { n: unsent.length })}</p>
        {reached ? <Button {...send}>{copy['outbox.leave.send']}</Button> : null}
        <Button look="plain" onClick={onLeave}>
          {copy['outbox.leave.keep']}
        </Button>
        <Button look="plain" {...discard}>
          {copy['outbox.leave.discard']}
        </Button>
      </div>
    </Sheet>
  );
}

/** Returns the user's pending replies to a post that are not in the known ones. */
export function useWaitingReplies(postId: string, known: readonly { id: string }[]): readonly Unsent[] {
  return useUnsent().filter(
    ({ kind, input, id }) =>
      kind === 'reply' && input.path?.['id'] === postId && !known.some((reply) => reply.id === id),
  );
}

export function WaitingReply({ unsent }: { unsent: Unsent }) {
  async function drop(): Promise<void> {
    await dropUnsent(unsent);
    showToast(copy['outbox.dropped']);
  }
  return (
    <div
      className={`flex-col items-start gap-1 pad-3 text-soft border-t wrap-anywhere whitespace-pre-wrap ${styles.waiting}`}
    >
      <p dir="auto">{unsent.text}</p>
      <p>
        <Link to="/mypage/outbox">{unsent.refusal ? copy['outbox.refused'] : copy['outbox.waiting']}</Link>
      </p>
      <Button look="small" onClick={() => void drop()}>
        {copy['outbox.drop']}
      </Button>
    </div>
  );
}
