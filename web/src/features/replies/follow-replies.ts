// Loaded with an open post if the inbox is enabled.
import { UNREAD_SHOWN_MAX } from '@madang/contract/notifications/rules';
import type { Post } from '@madang/contract/posts/schema';
import type { Reply } from '@madang/contract/replies/schema';
import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { openLive } from '../../lib/live.ts';
import { hearNavigation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { hearUnread, sessionQuery, showUnread } from '../session/session.ts';
import { campusQuery } from '../campus/campus-queries.ts';
import { floodText } from '../campus/problem-text.ts';
import { outboxModule } from '../offline/use-optimistic.ts';
import { postQuery, showEditedPost } from '../posts/post-queries.ts';
import { repliesQuery, replyLikesKey, replyMarksQuery } from './reply-queries.ts';
import type { Attempt, useReplyDraft } from './use-reply-draft.ts';

interface FollowOptions {
  client: QueryClient;
  postId: string;
  /** Returns the highest number on the screen; undefined starts from now. */
  after: () => number | undefined;
  addReply: (reply: Reply) => void;
  changeReply: (reply: Reply) => void;
  /** Refetches the pages. */
  onStale: () => Promise<void>;
}

/** Follows live events of a post and its replies until the returned function is called. */
export function followReplies({ client, postId, after, addReply, changeReply, onStale }: FollowOptions) {
  const likesKey = replyLikesKey(postId);
  const readLikes = (): Record<string, number> => client.getQueryData(likesKey) ?? {};

  /** Refetches the pages, whose counts replace the live ones from before. */
  async function readAnew(): Promise<void> {
    const told = readLikes();
    await onStale();
    const newer = Object.entries(readLikes()).filter(([id, count]) => told[id] !== count);
    client.setQueryData(likesKey, Object.fromEntries(newer));
  }

  // Live counts of an earlier visit are older than the page.
  client.removeQueries({ queryKey: likesKey });
  const inbox = joinInbox(client, postId);
  const close = openLive({
    address: `/api/posts/${postId}/replies/live`,
    entryEvent: 'reply',
    staleEvents: ['removed', 'restored', 'reset'],
    after,
    onEntry: (data) => addReply(data as Reply),
    onChange: {
      changed: (data) => {
        changeReply(data as Reply);
        // Answers to a deleted reply no longer name its author.
        if ((data as Reply).deleted) void readAnew();
      },
      post: (data) => showEditedPost(client, data as Post),
      inbox: inbox.hear,
      likes: (data) => client.setQueryData(likesKey, { ...readLikes(), ...(data as object) }),
    },
    onStale: () => void readAnew(),
    // The session ended or the post was deleted; these queries find out which.
    onRefused: () => {
      void client.invalidateQueries(sessionQuery);
      void client.invalidateQueries(postQuery(postId));
    },
  });
  return () => {
    inbox.leave();
    close();
  };
}

/** Connects an open post to the inbox, if enabled. */
function joinInbox(client: QueryClient, postId: string) {
  if (client.getQueryData(campusQuery.queryKey)?.edition !== 'official')
    return { hear: (): void => {}, leave: (): void => {} };
  const reading = readOnPost(client, postId);
  const stopOpening = openAtReply(client, postId);
  return {
    hear: reading.hear,
    leave(): void {
      reading.stop();
      stopOpening();
    },
  };
}

/**
 * Returns the message for an unsent reply: null if already shown, undefined for the usual. The draft drops a taken id, or notes
 * a confirmed duplicate.
 */
export async function describeUnsent(
  { client, postId }: { client: QueryClient; postId: string },
  error: unknown,
  sent: Attempt,
  draft: ReturnType<typeof useReplyDraft>,
): Promise<string | null | undefined> {
  const { here: outbox } = outboxModule;
  if (outbox && draft.isOpen(sent) && (await outbox.isAway(error))) {
    const title = client.getQueryData(postQuery(postId).queryKey)?.title ?? '';
    if (!(await outbox.keepReply(postId, title, sent))) return copy['outbox.full'];
    draft.finish(sent);
    return null;
  }
  if (isRefusal(error, 'identifier.taken')) draft.setAttempt(null);
  if (sent.answers && isRefusal(error, 'input.invalid')) {
    draft.answer(undefined);
    // The text stays, without the note.
    showToast(copy['thread.gone']);
    return null;
  }
  if (isRefusal(error, 'text.repeated') && draft.isOpen(sent)) draft.setAttempt({ ...sent, again: true });
  return isRefusal(error, 'resource.missing') ? copy['error.comment'] : floodText(error);
}

/** Milliseconds to wait for a sent reply. */
const AWAITED_FOR = 30_000;

/** Scrolls to a reply once it arrives, and again as pages load, unless the user scrolls. */
export function bringIntoView(id: string): void {
  const growth = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }));
  growth.observe(document.body);
  const forget = (): void => growth.disconnect();
  setTimeout(forget, AWAITED_FOR);
  for (const sign of ['wheel', 'touchmove'])
    window.addEventListener(sign, forget, { passive: true, once: true });
}

/** Minimum milliseconds between two reads of a displayed post's notifications. */
const PAUSE = 1_000;

/** Marks notifications of a displayed post as read. Handles its stream's `inbox` events. */
export function readOnPost(client: QueryClient, postId: string) {
  /** Unread notifications about other content; undefined until the viewer state is loaded. */
  let others: number | undefined;
  let heard = 0;
  let due = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;

  function take(unread: number | undefined): void {
    if (unread === undefined || left) return;
    others = unread;
    showUnread(client, unread);
  }

  function readLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      readDue();
    }, PAUSE);
  }

  function readDue(): void {
    if (!due || timer !== undefined || document.visibilityState === 'hidden') return;
    due = false;
    readLater();
    // After a failure they stay unread until the next event or visit.
    void call('PUT /api/posts/{id}/read', { path: { id: postId } }).then(
      ({ unread }) => take(unread),
      () => {},
    );
  }

  // Fetching the viewer state marks them as read.
  void client
    .fetchQuery({ ...replyMarksQuery(postId), staleTime: 0 })
    .then(({ unread }) => take(unread))
    .catch(() => (others = 0))
    .then(() => {
      // An answer may have arrived in between: a count from before the viewer state proves nothing.
      due = heard > (others ?? heard) && !left;
      if (due) readLater();
    });
  document.addEventListener('visibilitychange', readDue);

  return {
    hear(data: unknown): void {
      heard = hearUnread(client, data);
      if (others === undefined) return;
      due = heard > others || heard > UNREAD_SHOWN_MAX;
      if (due) readDue();
      else others = heard;
    },
    stop(): void {
      left = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', readDue);
    },
  };
}

/** Milliseconds to wait for the reply, and to hold it while the page grows. */
const HOLD = 2_500;
const LIT = 1_500;

/**
 * Opens a post at the reply in its address (`#r12`), loading earlier pages; repeats while the post is open. Returns a function
 * that stops it.
 */
export function openAtReply(client: QueryClient, postId: string): () => void {
  let stop = openAt(client, postId);
  const stopHearing = hearNavigation(({ pathname, hash }) => {
    if (pathname !== `/post/${postId}` || !REPLY.test(hash)) return;
    stop();
    stop = openAt(client, postId);
  });
  return () => {
    stopHearing();
    stop();
  };
}

const REPLY = /^#r(\d+)$/;

function openAt(client: QueryClient, postId: string): () => void {
  const number = Number(REPLY.exec(window.location.hash)?.[1]);
  let stop = (): void => {};
  if (!number) return stop;
  // Once: a reload or going back restores the scroll position.
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  let left = false;
  void findReply(client, postId, number, () => left)
    .then((id) => {
      if (left) return;
      if (id) stop = showReply(id);
      else showToast(copy['inbox.reply.gone']);
    })
    .catch(() => {});
  return () => {
    left = true;
    stop();
  };
}

/** Returns the id of the reply with this number, page by page; undefined if deleted. */
async function findReply(
  client: QueryClient,
  postId: string,
  number: number,
  isLeft: () => boolean,
): Promise<string | undefined> {
  const observer = new InfiniteQueryObserver(client, { ...repliesQuery(postId), enabled: false });
  let fresh = false;
  for (let pages = observer.getCurrentResult(); ;) {
    const replies = pages.data?.pages.flatMap((page) => page.replies) ?? [];
    const found = replies.find((reply) => reply.number >= number);
    if (found) return found.number === number ? found.id : undefined;
    if (pages.isError || isLeft() || (fresh && !pages.hasNextPage)) return undefined;
    // The loaded pages may be older than the reply.
    fresh = !pages.hasNextPage;
    await observer[fresh ? 'refetch' : 'fetchNextPage']({ cancelRefetch: false });
    pages = observer.getCurrentResult();
  }
}

/** Centers a reply, holds it there unless the user scrolls, and highlights it briefly. */
function showReply(id: string): () => void {
  let shown = false;
  const place = (): void => {
    const reply = document.getElementById(id);
    if (!reply) return;
    // Scroll to its first line: with its answers it may be taller than the screen.
    (reply.querySelector('p') ?? reply).scrollIntoView({ block: 'center' });
    if (!shown) light(reply);
    shown = true;
  };
  const growth = new ResizeObserver(place);
  const stop = (): void => {
    growth.disconnect();
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, stop);
  };
  const timer = setTimeout(stop, HOLD);
  const signs = ['wheel', 'touchmove', 'keydown', 'mousedown'];
  for (const sign of signs) window.addEventListener(sign, stop, { passive: true });
  growth.observe(document.body);
  return stop;
}

function light(reply: HTMLElement): void {
  // Keyboard and screen reader users continue from here.
  reply.tabIndex = -1;
  reply.focus({ preventScroll: true });
  // From its top to its answers, which are not highlighted.
  const answers = reply.querySelector('ol');
  const { top, height } = reply.getBoundingClientRect();
  const depth = answers ? answers.getBoundingClientRect().top - top : height;
  const [tint, none] = ['var(--accent-tint)', 'transparent'].map((color) => `inset 0 ${depth}px ${color}`);
  reply.animate({ boxShadow: [tint, tint, none], offset: [0, 0.7, 1] } as PropertyIndexedKeyframes, LIT);
}
