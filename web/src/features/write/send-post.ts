import { copy } from '../../copy.ko.ts';
import { floodText } from '../campus/flood-text.ts';
import {
  describeSending,
  namePictures,
  sendWithPictures,
  type SentPicture,
  type Uploads,
} from '../pictures/uploads.tsx';
import { call, type Input, isRefusal } from '../../lib/api.ts';
import { outboxModule } from '../offline/use-optimistic.ts';
import { boardPath } from '../posts/post-queries.ts';
import type { Draft } from './draft.ts';
import type { SentPost } from './land-on-board.ts';
import { nameAttempt } from './name-attempt.ts';

export { landOnBoard } from './land-on-board.ts';
export { sendWithPictures };

export type SetDraft = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;

interface Sending {
  uploads: Uploads;
  set: SetDraft;
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
    // The texts are in this chunk, as they are rarely needed.
    throw Object.assign(error as Error, {
      told: taken ? copy['error.post.taken'] : (describeSending(error) ?? floodText(error)),
    });
  }
}
