import type { Me } from '@madang/contract/accounts/schema';
import { hasLink } from '@madang/contract/moderation/rules';
import type { QueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { campusQuery } from '../../parts/campus/campus-queries.ts';
import { homeQuery } from '../../parts/post/home-query.ts';
import { newestByPath } from '../../parts/post/news.ts';
import { boardPath, postListsKey, postQuery } from '../../parts/post/post-queries.ts';
import { setUser } from '../../parts/session/session.ts';
import { noteOwnPost } from '../../parts/session/visits.ts';
import { call, type Output } from '../../platform/api.ts';
import { startNextAtTop } from '../../platform/scroll-memory.ts';
import { goBack, navigate } from '../../router/router.tsx';
import { showToast } from '../../ui/toast-store.ts';

export type SentPost = Output<'POST /api/buildings/{buildingId}/posts'>;

interface Landing {
  client: QueryClient;
  user: Me;
  /** Where the user came from. */
  from: string | undefined;
}

/** Goes to the board of a post that was sent. */
export function landOnBoard(
  { client, user, from }: Landing,
  { post, awardedPoints, points }: SentPost,
): void {
  const board = boardPath(post.buildingId);
  const own = ['/board/new', board, ...(board.startsWith('/building/') ? ['/building'] : [])];
  noteOwnPost(user.id, own, newestByPath(client.getQueryData(homeQuery.queryKey)));
  // A new post changes every list it may stand in.
  client.removeQueries({ queryKey: postListsKey });
  client.setQueryData(postQuery(post.id).queryKey, post);
  setUser(client, { ...user, points });
  showToast(
    awardedPoints > 0 ? fillCopy(copy['write.done.points'], { n: awardedPoints }) : copy['write.done'],
  );
  const moderated = client.getQueryData(campusQuery.queryKey)?.edition === 'official';
  if (moderated && hasLink(textsOf(post).join('\n'))) void tellHeld(post.id);
  // Back to the entry that the user came from, or the board would stand twice in the history.
  if (from === board) {
    startNextAtTop();
    goBack(from);
  } else navigate(board, { replace: true });
}

/** Anyone who wrote with a link is told at once where a moderator looks at it first; where that is not known, its page says it. */
async function tellHeld(id: string): Promise<void> {
  const hidden = await call('GET /api/posts/{id}/hidden', { path: { id } }).catch(() => undefined);
  if (hidden?.post?.own) showToast(copy['case.state.link']);
}

function textsOf({ title, contents }: SentPost['post']): string[] {
  return [title, ...contents.map((part) => (part.format === 'text' ? part.text : part.description))];
}
