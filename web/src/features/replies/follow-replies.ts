import type { Post } from '@madang/contract/posts/schema';
import type { Reply } from '@madang/contract/replies/schema';
import type { QueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { isRefusal } from '../../lib/api.ts';
import { openLive } from '../../lib/live.ts';
import { campusQuery } from '../campus/campus-queries.ts';
import { floodText } from '../campus/flood-text.ts';
import { lateOutbox } from '../offline/late-outbox.ts';
import { postQuery, showEditedPost } from '../posts/post-queries.ts';
import { sessionQuery } from '../session/session.ts';
import { replyLikesKey } from './thread-queries.ts';
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

/** Connects an open post to the inbox, if enabled. The lazy module receives earlier events. */
function joinInbox(client: QueryClient, postId: string) {
  let told: unknown;
  let left = false;
  let hear = (data: unknown): void => void (told = data);
  let stop = (): void => {};
  if (client.getQueryData(campusQuery.queryKey)?.edition === 'official')
    void import('./on-post.ts').then(
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
 * Returns the message for an unsent reply: null if already shown, undefined for the usual. The draft drops a taken id, or notes
 * a confirmed duplicate.
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
