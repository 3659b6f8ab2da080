import type { Post } from '@madang/contract/posts/schema';
import type { Reply } from '@madang/contract/replies/schema';
import type { QueryClient } from '@tanstack/react-query';
import { openLive } from '../../platform/live.ts';
import { showEditedPost } from '../post/post-cache.ts';
import { postQuery } from '../post/post-queries.ts';
import { sessionQuery } from '../session/session.ts';
import { replyLikesKey } from '../threads/thread-queries.ts';

interface FollowOptions {
  client: QueryClient;
  postId: string;
  /** Highest number already on the screen; undefined starts from now. */
  after: () => number | undefined;
  addReply: (reply: Reply) => void;
  changeReply: (reply: Reply) => void;
  onStale: () => void;
}

/** Follows what happens to a post and its replies until the returned function is called. */
export function followReplies({ client, postId, after, addReply, changeReply, onStale }: FollowOptions) {
  const likesKey = replyLikesKey(postId);
  // Those of an earlier visit are older than the page.
  client.removeQueries({ queryKey: likesKey });
  return openLive({
    address: `/api/posts/${postId}/replies/live`,
    entryEvent: 'reply',
    staleEvents: ['removed', 'restored', 'reset'],
    after,
    onEntry: (data) => addReply(data as Reply),
    onChange: {
      changed: (data) => changeReply(data as Reply),
      post: (data) => showEditedPost(client, data as Post),
      likes: (data) =>
        client.setQueryData(likesKey, (counts: object | undefined) => ({ ...counts, ...(data as object) })),
    },
    onStale,
    // The session is over or the post is gone; these queries find out which.
    onRefused: () => {
      void client.invalidateQueries(sessionQuery);
      void client.invalidateQueries(postQuery(postId));
    },
  });
}
