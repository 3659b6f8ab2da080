import type { Me } from '@madang/contract/accounts/schema';
import { hasLink } from '@madang/contract/moderation/rules';
import type { QueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { campusQuery } from '../campus/campus-queries.ts';
import { boardPath, homeQuery, postListsKey, postQuery } from '../posts/post-queries.ts';
import { newestByPath } from '../posts/news.ts';
import { setUser } from '../session/session.ts';
import { noteOwnPost } from '../session/visits.ts';
import { call, type Output } from '../../lib/api.ts';
import { startNextAtTop } from '../../lib/scroll-memory.ts';
import { goBack, navigate } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';

export type SentPost = Output<'POST /api/buildings/{buildingId}/posts'>;

interface Landing {
  client: QueryClient;
  user: Me;
  /** Previous page. */
  from: string | undefined;
}

/** Navigates to the board of a sent post. */
export function landOnBoard(
  { client, user, from }: Landing,
  { post, awardedPoints, points }: SentPost,
): void {
  const board = boardPath(post.buildingId);
  const own = ['/board/new', board, ...(board.startsWith('/building/') ? ['/building'] : [])];
  noteOwnPost(user.id, own, newestByPath(client.getQueryData(homeQuery.queryKey)));
  // A new post changes every list that may contain it.
  client.removeQueries({ queryKey: postListsKey });
  client.setQueryData(postQuery(post.id).queryKey, post);
  setUser(client, { ...user, points });
  showToast(
    awardedPoints > 0 ? fillCopy(copy['write.done.points'], { n: awardedPoints }) : copy['write.done'],
  );
  const moderated = client.getQueryData(campusQuery.queryKey)?.edition === 'official';
  if (moderated && hasLink(textsOf(post).join('\n'))) void tellHeld(post.id);
  // Returns to the previous entry; otherwise the history would contain the board twice.
  if (from === board) {
    startNextAtTop();
    goBack(from);
  } else navigate(board, { replace: true });
}

/** Notifies the author if a moderator checks the linked post first; on failure its page does. */
async function tellHeld(id: string): Promise<void> {
  const hidden = await call('GET /api/posts/{id}/hidden', { path: { id } }).catch(() => undefined);
  if (hidden?.post?.own) showToast(copy['case.state.link']);
}

function textsOf({ title, contents }: SentPost['post']): string[] {
  return [title, ...contents.map((part) => (part.format === 'text' ? part.text : part.description))];
}
