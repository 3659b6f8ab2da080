import type { Me } from '@madang/contract/accounts/schema';
import { hasLink } from '@madang/contract/moderation/rules';
import type { QueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, type Input, isRefusal, type Output } from '../../lib/api.ts';
import { goBack, navigate } from '../../lib/router.tsx';
import { startNextAtTop } from '../../lib/scroll-memory.ts';
import { showToast } from '../../lib/toast-store.ts';
import { campusQuery } from '../campus/campus-queries.ts';
import { floodText } from '../campus/problem-text.ts';
import { outboxModule } from '../offline/use-optimistic.ts';
import {
  describeSending,
  namePictures,
  sendWithPictures,
  type SentPicture,
  type Uploads,
} from '../pictures/uploads.tsx';
import { boardPath, homeQuery, postListsKey, postQuery } from '../posts/post-queries.ts';
import { newestByPath } from '../posts/news.ts';
import { setUser } from '../session/session.ts';
import { noteOwnPost } from '../session/user-storage.ts';
import { type Draft, nameAttempt } from './draft.ts';

interface Sending {
  uploads: Uploads;
  set: <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;
  /** Whether the post may have several pictures; otherwise it names one. */
  several: boolean;
}

type PostInput = Input<'POST /api/buildings/{buildingId}/posts'>;

/** Returns the picture data by its current or future server name. */
const blobsOf = ({ pictures }: Uploads) =>
  pictures.read().flatMap(({ id, key }) => {
    const blob = pictures.blobOf(key);
    return blob ? [{ id, blob }] : [];
  });

/** Attempts refused as duplicates. */
const confirmed = new Set<string>();

/**
 * Sends a draft: pictures, then the post. Names are stored before use, for retries. Resolves to null without a response, if the
 * device queues the draft.
 */
export async function sendPost(
  boardId: string,
  draft: Draft,
  { uploads, set, several }: Sending,
): Promise<SentPost | null> {
  let used = '';
  let named = draft.attempt;
  function inputOf(sent: readonly SentPicture[]): PostInput {
    const attempt = nameAttempt(boardId, {
      ...draft,
      attempt: named,
      pictures: uploads.pictures.read(),
    });
    set('attempt', attempt);
    named = attempt;
    used = attempt.id;
    return {
      path: { buildingId: boardId },
      body: {
        id: attempt.id,
        // The server counts the text before composing decomposed syllables.
        title: draft.title.normalize('NFC'),
        body: draft.body.normalize('NFC'),
        keywords: [...draft.keywords],
        uploadId: several ? null : (sent[0]?.uploadId ?? null),
        ...(several ? { pictures: [...sent] } : {}),
        ...(confirmed.has(used) ? { again: true } : {}),
      },
    };
  }
  try {
    return await sendWithPictures(uploads, (sent) =>
      call('POST /api/buildings/{buildingId}/posts', inputOf(sent)),
    );
  } catch (error) {
    const { here: outbox } = outboxModule;
    if (outbox && (await outbox.isAway(error))) {
      if (await outbox.keepPost(inputOf(namePictures(uploads)), blobsOf(uploads), boardPath(boardId)))
        return null;
      throw Object.assign(error as Error, { told: copy['outbox.full'] });
    }
    // With several pictures, each shows its own failure.
    if (!several && isRefusal(error, 'image.tooLarge', 'image.costly', 'image.unreadable', 'body.tooLarge'))
      uploads.pictures.change(() => []);
    // The message asks: sending again confirms.
    if (isRefusal(error, 'text.repeated')) confirmed.add(used);
    // The id belongs to another post: the next attempt uses a new one.
    const taken = isRefusal(error, 'identifier.taken');
    if (taken) set('attempt', null);
    throw Object.assign(error as Error, {
      told: taken ? copy['error.post.taken'] : (describeSending(error) ?? floodText(error)),
    });
  }
}

type SentPost = Output<'POST /api/buildings/{buildingId}/posts'>;

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
  if (moderated && hasLink(textsOf(post).join('\n'))) void notifyIfHeld(post.id);
  // Returns to the previous entry; otherwise the history would contain the board twice.
  if (from === board) {
    startNextAtTop();
    goBack(from);
  } else navigate(board, { replace: true });
}

/** Notifies the author if a moderator checks the linked post first; on failure its page does. */
async function notifyIfHeld(id: string): Promise<void> {
  const hidden = await call('GET /api/posts/{id}/hidden', { path: { id } }).catch(() => undefined);
  if (hidden?.post?.own) showToast(copy['case.state.link']);
}

function textsOf({ title, contents }: SentPost['post']): string[] {
  return [title, ...contents.map((part) => (part.format === 'text' ? part.text : part.description))];
}
