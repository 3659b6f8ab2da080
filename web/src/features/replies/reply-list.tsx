import type { Reply } from '@madang/contract/replies/schema';
import { useCallback, useState } from 'react';
import { EndSentinel } from '../../components/lists.tsx';
import { Skeleton } from '../../components/states.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy } from '../../copy.ko.ts';
import { useAway } from '../../lib/online.ts';
import { Failure } from '../campus/failure.tsx';
import { useWaitingReplies, WaitingReply } from '../offline/outbox.tsx';
import { BodyText, Byline } from '../posts/body-text.tsx';
import { useSession } from '../session/session.ts';
import { useHidden, useThreads, useTools } from './lazy-parts.ts';
import { nestReplies, type Thread, type useReplies } from './use-replies.ts';
import styles from './reply-list.module.css';

interface ReplyListProps {
  postId: string;
  replies: ReturnType<typeof useReplies>;
  /** Count of the post, used until all replies are loaded. */
  count: number;
  /** Author of the post, if known. */
  authorId: string | null;
  /** Reply accepted by the asker. */
  accepted: string | null | undefined;
}

export function ReplyList({ postId, replies, count, authorId, accepted }: ReplyListProps) {
  const { paged, arrived, lastNumber, query, changeReply, refresh, composer } = replies;
  const { official, parts } = useThreads();
  const hidden = useHidden();
  const rest = { authorId, accepted, changeReply, refresh, composer };
  const all = [...paged, ...arrived];
  const threads = all.map((reply): Thread => ({ reply, answers: [] }));
  const shown = official ? nestReplies(threads, lastNumber === undefined ? arrived : [], accepted) : threads;
  const waiting = useWaitingReplies(postId, all);
  const isAway = useAway() !== null && !query.data && (query.failureCount > 0 || query.isError);
  const isNew = ({ reply }: Thread) => arrived.includes(reply) && reply.id !== rest.accepted;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const known = all.filter(({ deleted }) => !deleted).length;
  const shownCount = lastNumber === undefined ? Math.max(count, paged.length) : known;
  return (
    <section className="pb-4" aria-label={copy['reply.heading']}>
      <h2 className="px-margin text-body pb-2 pt-4">
        {copy['reply.heading']} <span className="text-accent tabular-nums">{shownCount}</span>
      </h2>
      {isAway ? <p className="px-margin text-faint pt-4 pb-6">{copy['reply.away']}</p> : null}
      {query.isPending && !isAway ? <ReplySkeleton /> : null}
      {query.isError && !query.data && !isAway ? (
        <Failure error={query.error} onRetry={query.refetch} />
      ) : null}
      {lastNumber !== undefined && known === 0 && waiting.length === 0 ? (
        <p className="px-margin text-faint pt-4 pb-6">{copy['reply.empty']}</p>
      ) : null}
      <Replies items={shown.filter((thread) => !isNew(thread))} {...rest} />
      {isFetchingNextPage ? <ReplySkeleton /> : null}
      {hasNextPage && !isFetchingNextPage ? <EndSentinel key={paged.length} onNear={loadMore} /> : null}
      {/* Apart from the pages: screen readers say what arrives, and not what is loaded. */}
      <div role="log" aria-live="polite" aria-label={copy['reply.new']} className={styles.arrived}>
        <Replies items={shown.filter(isNew)} {...rest} />
      </div>
      {hidden ? (
        <hidden.HiddenReplies
          postId={postId}
          arrived={arrived}
          refresh={refresh}
          version={query.dataUpdatedAt}
        />
      ) : null}
      {waiting.map((unsent) => (
        <WaitingReply key={unsent.id} unsent={unsent} />
      ))}
      {parts ? <parts.NewAnswers arrived={arrived} /> : null}
    </section>
  );
}

export function ReplySkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.reply}>
          <Skeleton width="96px" height="18px" />
          <Skeleton width="82%" height="20px" />
        </div>
      ))}
    </div>
  );
}

interface ReplyItemProps extends Pick<ReturnType<typeof useReplies>, 'changeReply' | 'refresh' | 'composer'> {
  thread: Thread;
  /** Author of the post, if known. */
  authorId: string | null;
  /** Reply accepted by the asker. */
  accepted: string | null | undefined;
}

type RepliesProps = Omit<ReplyItemProps, 'thread'> & { items: readonly Thread[] };

function Replies({ items, ...rest }: RepliesProps) {
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
    <li
      id={reply.id}
      className={accepted ? `flex-col gap-1 rounded relative ${styles.accepted}` : styles.reply}
    >
      {accepted ? <p>{copy['thread.accepted']}</p> : null}
      {reply.deleted ? (
        <p className="text-faint">{copy['reply.deleted']}</p>
      ) : (
        <ReplyContent reply={reply} {...rest} />
      )}
      <Replies items={answers} {...rest} />
    </li>
  );
}

type ReplyContentProps = Omit<ReplyItemProps, 'thread'> & { reply: Reply };

function ReplyContent({ reply, authorId, accepted, composer, changeReply, refresh }: ReplyContentProps) {
  const tools = useTools(reply.authorId);
  const { official, parts } = useThreads();
  const { blocked } = useSession();
  const [editing, setEditing] = useState(false);
  const edit = (): void => setEditing(true);
  const close = (): void => setEditing(false);
  function save(edited: Reply): void {
    changeReply(edited);
    close();
  }

  const body = reply.body.trim() ? (
    <BodyText
      id={reply.id}
      kind="reply"
      text={reply.body}
      before={reply.answering ? <b>↳ {reply.answering} </b> : null}
    />
  ) : (
    <p className="text-faint">{copy['reply.blank']}</p>
  );
  // The tools load later beside the text: wrapping would remount it and lose presses or focus.
  const content = (
    <>
      <Byline
        nickname={reply.nickname}
        instant={reply.createdAt}
        editedAt={reply.editedAt}
        byAuthor={official && reply.authorId !== null && reply.authorId === authorId}
      />
      {editing && tools?.ReplyEditor ? (
        <tools.ReplyEditor reply={reply} onSaved={save} onClose={close} onReopen={edit} />
      ) : (
        body
      )}
      {tools && !editing ? (
        <tools.ReplyMenu reply={reply} onEdit={edit} onChange={() => void refresh()} />
      ) : null}
      {official ? (
        <div className={`flex flex-wrap min-h-touch ${styles.tools}`}>
          {parts ? (
            <parts.ReplyTools
              reply={reply}
              authorId={authorId}
              accepted={reply.id === accepted}
              onAnswer={() => composer.current?.answer(reply)}
            />
          ) : null}
        </div>
      ) : null}
    </>
  );
  // By the author's id, which every reply includes: live replies collapse at once.
  const folded = reply.authorId !== null && blocked?.includes(reply.authorId);
  return folded && tools?.Folded ? (
    <tools.Folded thing={{ kind: 'reply', id: reply.id, authorId: reply.authorId }}>{content}</tools.Folded>
  ) : (
    content
  );
}
