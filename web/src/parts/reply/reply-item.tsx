import type { Reply } from '@madang/contract/replies/schema';
import { copy } from '../../copy.ko.ts';
import { useOwnContent } from '../own-content/use-own-content.ts';
import { Byline } from '../post/byline.tsx';
import { LinkedText } from '../post/linked-text.tsx';
import styles from './reply-list.module.css';
import type { useReplies } from './use-replies.ts';

export interface ReplyItemProps extends Pick<ReturnType<typeof useReplies>, 'changeReply' | 'refresh'> {
  reply: Reply;
  /** Who wrote the post, where that is known. */
  authorId: string | null;
}

/** One reply; a deleted one is a line that says so. */
export function ReplyItem({ reply, authorId, ...actions }: ReplyItemProps) {
  const own = useOwnContent(reply.authorId);
  if (reply.deleted)
    return (
      <li id={reply.id} className={styles.reply}>
        <p className={styles.blank}>{copy['reply.deleted']}</p>
      </li>
    );
  const body = reply.body.trim() ? (
    <p className={styles.body}>
      <LinkedText text={reply.body} />
    </p>
  ) : (
    <p className={styles.blank}>{copy['reply.blank']}</p>
  );
  return (
    <li id={reply.id} className={styles.reply}>
      <Byline
        nickname={reply.nickname}
        instant={reply.createdAt}
        editedAt={reply.editedAt}
        byAuthor={reply.authorId !== null && reply.authorId === authorId}
      />
      {own ? (
        <own.OwnReply reply={reply} {...actions}>
          {body}
        </own.OwnReply>
      ) : (
        body
      )}
    </li>
  );
}
