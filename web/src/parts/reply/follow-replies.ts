import type { Post } from '@madang/contract/posts/schema';
import type { Reply } from '@madang/contract/replies/schema';
import type { QueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { isRefusal } from '../../platform/api.ts';
import { openLive } from '../../platform/live.ts';
import { campusQuery } from '../campus/campus-queries.ts';
import { floodText } from '../campus/flood-text.ts';
import { lateOutbox } from '../outbox/late-outbox.ts';
import { postQuery, showEditedPost } from '../post/post-queries.ts';
import { sessionQuery } from '../session/session.ts';
import { replyLikesKey } from '../threads/thread-queries.ts';
import type { Attempt, useReplyDraft } from './use-reply-draft.ts';

interface FollowOptions {
  client: QueryClient;
  postId: string;
  /** Highest number already on the screen; undefined starts from now. */
  after: () => number | undefined;
  addReply: (reply: Reply) => void;
  changeReply: (reply: Reply) => void;
  /** Reads the pages again. */
  onStale: () => Promise<void>;
}

/** Follows what happens to a post and its replies until the returned function is called. */
export function followReplies({ client, postId, after, addReply, changeReply, onStale }: FollowOptions) {
  const likesKey = replyLikesKey(postId);
  const readLikes = (): Record<string, number> => client.getQueryData(likesKey) ?? {};

  /** What pages say that were read again is newer than what was told before. */
  async function readAnew(): Promise<void> {
    const told = readLikes();
    await onStale();
    const newer = Object.entries(readLikes()).filter(([id, count]) => told[id] !== count);
    client.setQueryData(likesKey, Object.fromEntries(newer));
  }

  // Those of an earlier visit are older than the page.
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
        // Answers to it name nobody any more.
        if ((data as Reply).deleted) void readAnew();
      },
      post: (data) => showEditedPost(client, data as Post),
      inbox: inbox.hear,
      likes: (data) => client.setQueryData(likesKey, { ...readLikes(), ...(data as object) }),
    },
    onStale: () => void readAnew(),
    // The session is over or the post is gone; these queries find out which.
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

/** What the inbox has to do with an open post, where it is enabled: fetched apart, and told what came meanwhile. */
function joinInbox(client: QueryClient, postId: string) {
  let told: unknown;
  let left = false;
  let hear = (data: unknown): void => void (told = data);
  let stop = (): void => {};
  if (client.getQueryData(campusQuery.queryKey)?.edition === 'official')
    void import('../notifications/on-post.ts').then(
      ({ readOnPost, openAtReply }) => {
        if (left) return;
        const reading = readOnPost(client, postId);
        const stopOpening = openAtReply(client, postId);
        hear = reading.hear;
        if (told !== undefined) hear(told);
        stop = () => {
          reading.stop();
          stopOpening();
        };
      },
      // Without a network: the next visit reads the post.
      () => {},
    );
  return {
    hear: (data: unknown) => hear(data),
    leave(): void {
      left = true;
      stop();
    },
  };
}

/**
 * What is said of a reply that was not sent: null where it is said already, undefined where it is what any failure is called.
 * Its draft forgets an id that another text has, or remembers that the next try means it.
 */
export async function describeUnsent(
  { client, postId }: { client: QueryClient; postId: string },
  error: unknown,
  sent: Attempt,
  draft: ReturnType<typeof useReplyDraft>,
  tellGone: (() => void) | undefined,
): Promise<string | null | undefined> {
  const { here: outbox } = lateOutbox;
  if (outbox && draft.isOpen(sent) && (await outbox.isAway(error))) {
    const title = client.getQueryData(postQuery(postId).queryKey)?.title ?? '';
    if (!(await outbox.keepReply(postId, title, sent))) return copy['outbox.full'];
    draft.finish(sent);
    return null;
  }
  if (isRefusal(error, 'identifier.taken')) draft.setAttempt(null);
  if (sent.answers && isRefusal(error, 'input.invalid')) {
    draft.answer(undefined);
    tellGone?.();
    return null;
  }
  if (isRefusal(error, 'text.repeated') && draft.isOpen(sent)) draft.setAttempt({ ...sent, again: true });
  return isRefusal(error, 'resource.missing') ? copy['error.comment'] : floodText(error);
}

/** So long a sent reply is waited for. */
const AWAITED_FOR = 30_000;

/**
 * Brings the reply of this id into view, whichever way it comes, unless the user scrolls before. Pages that are still missing
 * push it away as they load: each time the page grows it is brought back.
 */
export function bringIntoView(id: string): void {
  const growth = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }));
  growth.observe(document.body);
  const forget = (): void => growth.disconnect();
  setTimeout(forget, AWAITED_FOR);
  for (const sign of ['wheel', 'touchmove'])
    window.addEventListener(sign, forget, { passive: true, once: true });
}
