import type { Reply } from '@madang/contract/replies/schema';
import { copy } from '../../copy.ko.ts';
import { useTools } from './use-moderation.ts';
import { BodyText } from '../posts/body-text.tsx';
import { Byline } from '../posts/byline.tsx';
import { useThreads } from './use-threads.ts';
import type { Thread } from './nest-replies.ts';
import styles from './reply-list.module.css';
import type { useReplies } from './use-replies.ts';

interface ReplyItemProps extends Pick<ReturnType<typeof useReplies>, 'changeReply' | 'refresh' | 'composer'> {
  thread: Thread;
  /** Author of the post, if known. */
  authorId: string | null;
  /** Reply accepted by the asker. */
  accepted: string | false | null | undefined;
}

type RepliesProps = Omit<ReplyItemProps, 'thread'> & { items: readonly Thread[] };

export function Replies({ items, ...rest }: RepliesProps) {
  if (items.length === 0) return null;
  return (
    <ol>
      {items.map((thread) => (
        <ReplyItem key={thread.reply.id} thread={thread} {...rest} />
      ))}
    </ol>
  );
}

/** Renders one reply with its answers. */
function ReplyItem({ thread: { reply, answers }, ...rest }: ReplyItemProps) {
  const accepted = reply.id === rest.accepted;
  return (
    <li id={reply.id} className={accepted ? styles.accepted : styles.reply}>
      {accepted ? <p>{copy['thread.accepted']}</p> : null}
      {reply.deleted ? (
        <p className={styles.blank}>{copy['reply.deleted']}</p>
      ) : (
        <ReplyContent reply={reply} {...rest} />
      )}
      <Replies items={answers} {...rest} />
    </li>
  );
}

type ReplyContentProps = Omit<ReplyItemProps, 'thread'> & { reply: Reply };

function ReplyContent({ reply, authorId, accepted, composer, ...actions }: ReplyContentProps) {
  const tools = useTools(reply.authorId);
  const { official, parts } = useThreads();
  const body = reply.body.trim() ? (
    <BodyText
      id={reply.id}
      kind="reply"
      text={reply.body}
      before={official && reply.answering ? <b>↳ {reply.answering} </b> : null}
    />
  ) : (
    <p className={styles.blank}>{copy['reply.blank']}</p>
  );
  const head = (
    <Byline
      nickname={reply.nickname}
      instant={reply.createdAt}
      editedAt={reply.editedAt}
      byAuthor={official && reply.authorId !== null && reply.authorId === authorId}
    />
  );
  const foot = official ? (
    <div className={styles.tools}>
      {parts ? (
        <parts.ReplyTools
          reply={reply}
          authorId={authorId}
          accepted={reply.id === accepted}
          onAnswer={() => composer.current?.answer(reply)}
        />
      ) : null}
    </div>
  ) : null;
  return tools ? (
    <tools.OwnReply reply={reply} head={head} foot={foot} {...actions}>
      {body}
    </tools.OwnReply>
  ) : (
    <>
      {head}
      {body}
      {foot}
    </>
  );
}
