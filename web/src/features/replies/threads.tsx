import type { Reply } from '@madang/contract/replies/schema';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, Check, CornerDownRight, Heart, MessageCircle, X } from 'lucide';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Icon, IconButton } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { type LikeState, patchPost, postQuery, turnLike, withId } from '../posts/post-queries.ts';
import { useSession, useUser } from '../session/session.ts';
import { replyLikesKey, replyMarksQuery } from './reply-queries.ts';
import styles from './threads.module.css';

interface ReplyToolsProps {
  reply: Reply;
  /** Author of the post, if known. */
  authorId: string | null;
  accepted: boolean;
  onAnswer: () => void;
}

/** Time for a keyboard to open, in milliseconds. */
const KEYBOARD = 1_000;

/** Keeps the answered reply's end in view when composer and keyboard open. */
function keepInView(end: Element): void {
  // The height of bars over the page's end is measured in between.
  const show = (): void =>
    void requestAnimationFrame(() => requestAnimationFrame(() => end.scrollIntoView({ block: 'nearest' })));
  show();
  window.visualViewport?.addEventListener('resize', show, { signal: AbortSignal.timeout(KEYBOARD) });
}

/** Renders the actions on a reply: answer, like, and accept for the asker. */
export function ReplyTools({ reply, authorId, accepted, onAnswer }: ReplyToolsProps) {
  const { liked, count, toggle } = useReplyLike(reply);
  const { id: userId } = useUser();
  const asked = reply.buildingId === 'question' && authorId === userId;
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-pressed={liked}
        aria-label={`${copy['thread.like']} ${count}`}
        onClick={toggle}
      >
        <Icon of={Heart} size={18} filled={liked} />
        {count > 0 ? count : null}
      </button>
      <button
        type="button"
        className={styles.tool}
        onClick={({ currentTarget }) => {
          onAnswer();
          keepInView(currentTarget);
        }}
      >
        <Icon of={CornerDownRight} size={18} />
        {copy['thread.answer']}
      </button>
      {asked ? <AcceptButton reply={reply} accepted={accepted} /> : null}
    </>
  );
}

function AcceptButton({ reply, accepted }: Pick<ReplyToolsProps, 'reply' | 'accepted'>) {
  const { busy, accept } = useAcceptance(reply.postId);
  return (
    <button
      type="button"
      className={styles.tool}
      aria-busy={busy || undefined}
      onClick={() => accept(accepted ? null : reply.id)}
    >
      <Icon of={Check} size={18} />
      {accepted ? copy['thread.unaccept'] : copy['thread.accept']}
    </button>
  );
}

interface AnswerNoteProps {
  /** Null if the author deleted the account. */
  nickname: string | null;
  onDrop: () => void;
}

/** Renders a note above the field: the author of the answered reply. */
export function AnswerNote({ nickname, onDrop }: AnswerNoteProps) {
  return (
    <div className={`row justify-between text-soft text-note ${styles.note}`} role="status">
      <p>{fillCopy(copy['thread.answering'], { nickname: nickname ?? copy['author.unknown'] })}</p>
      <IconButton label={copy['thread.drop']} onClick={onDrop}>
        <Icon of={X} size={20} />
      </IconButton>
    </div>
  );
}

/** Distance in pixels from the top of a reply to its text. */
const NAME = 44;

/** Returns other users' unseen replies above `news`, and a function that shows the first. */
function useUnseen(arrived: readonly Reply[], userId: string, news: RefObject<HTMLElement | null>) {
  const [unseen, setUnseen] = useState<readonly string[]>([]);
  const seen = useRef(new Set<string>());

  // Before painting, where it would push content away.
  useLayoutEffect(() => {
    const answers = arrived.filter(({ authorId }) => authorId !== userId);
    const below = answers.filter(({ parentId }) => parentId === null);
    // A reply behind the composer, or with only its author's name visible, is not seen.
    const end = news.current?.getBoundingClientRect().bottom ?? 0;
    const covered = Math.max(0, window.innerHeight - end) + NAME;
    const find = () =>
      answers.flatMap(({ id }) => (seen.current.has(id) ? [] : (document.getElementById(id) ?? [])));
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
          const hidden = find().filter((answer) => answer.hidden && target.contains(answer));
          for (const answer of hidden) {
            answer.hidden = false;
            observer.observe(answer);
          }
          if (hidden.length === 0) seen.current.add(target.id);
          // A user at the end has passed the others, however fast.
          if (target.id === below.at(-1)?.id) for (const { id } of below) seen.current.add(id);
        }
        setUnseen(find().map(({ id }) => id));
      },
      { rootMargin: `0px 0px ${-covered}px` },
    );
    for (const answer of find()) {
      const thread = answer.parentElement?.closest('li') ?? null;
      answer.hidden = thread !== null && answer.getBoundingClientRect().bottom <= 0;
      // A hidden reply counts as seen with its thread.
      observer.observe((answer.hidden && thread) || answer);
    }
    return () => observer.disconnect();
  }, [arrived, userId, news]);

  function showFirst(): void {
    const answers = unseen.flatMap((id) => document.getElementById(id) ?? []);
    for (const answer of answers) {
      answer.hidden = false;
      seen.current.add(answer.id);
    }
    setUnseen([]);
    const [first] = answers;
    if (!first) return;
    first.scrollIntoView({ block: 'center' });
    // The button disappears: keyboard and screen reader users continue from the answer.
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  }

  return { unseen, showFirst };
}

/**
 * Announces new replies off the screen [EV-05]. An answer above stays hidden until the user scrolls to its thread or opens it:
 * it would move the content.
 */
export function NewAnswers({ arrived: all }: { /** Live replies, in order. */ arrived: readonly Reply[] }) {
  const { id: userId } = useUser();
  const { blocked } = useSession();
  // Replies of blocked users are not announced.
  const arrived = useMemo(
    () => all.filter(({ authorId }) => !blocked?.includes(authorId ?? '')),
    [all, blocked],
  );
  const news = useRef<HTMLDivElement>(null);
  const { unseen, showFirst } = useUnseen(arrived, userId, news);
  const last = arrived.findLast(({ parentId, authorId }) => parentId !== null && authorId !== userId);
  const next = arrived.find(({ id }) => id === unseen[0]);
  return (
    <div ref={news} role="status" className={`flex justify-center ${styles.news}`}>
      {/* Answers stand among what was loaded, which is not read out; other replies are. */}
      {last ? (
        <VisuallyHidden key={last.id}>
          {fillCopy(copy['thread.arrived'], { nickname: last.nickname ?? copy['author.unknown'] })}
        </VisuallyHidden>
      ) : null}
      {unseen.length > 0 ? (
        <button type="button" onClick={showFirst}>
          <Icon of={next?.parentId === null ? ArrowDown : MessageCircle} size={18} />
          {fillCopy(copy['thread.new'], { n: unseen.length })}
        </button>
      ) : null}
    </div>
  );
}

/** Milliseconds between taps: a double tap would hit another reply in the moved list. */
const PAUSE = 500;
let tappedAt = 0;

/** Accepts a reply to the user's question, or none, in the page and the lists. */
function useAcceptance(postId: string) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const { busy, send } = useWrite({
    write: (replyId: string | null) =>
      call('PUT /api/posts/{id}/accepted', { path: { id: postId }, body: { replyId } }),
    onSuccess: ({ acceptedReplyId }) => {
      const solved = acceptedReplyId !== null;
      client.setQueryData(postQuery(postId).queryKey, (post) => post && { ...post, acceptedReplyId, solved });
      patchPost(client, postId, { solved });
      showToast(solved ? copy['thread.accepted.done'] : copy['thread.accepted.undone']);
    },
    onError: (error) =>
      showToast(isRefusal(error, 'input.invalid') ? copy['own.gone'] : describeError(error)),
  });

  function accept(replyId: string | null): void {
    const now = Date.now();
    if (now - tappedAt > PAUSE) send(replyId);
    tappedAt = now;
  }

  return { busy, accept };
}

type Counts = Record<string, number>;

function useReplyLike({ id, postId, likeCount }: Reply) {
  const client = useQueryClient();
  const marks = replyMarksQuery(postId);
  const likesKey = replyLikesKey(postId);
  const { data: liked = false } = useQuery({ ...marks, select: ({ liked: ids }) => ids.includes(id) });
  const { data: count } = useQuery<Counts, Error, number | null>({
    queryKey: likesKey,
    queryFn: skipToken,
    select: (counts) => counts[id] ?? null,
  });
  const press = useOptimistic<LikeState>({
    key: `replies/${id}/like`,
    ready: () => client.ensureQueryData(marks),
    read: () => ({
      liked: client.getQueryData(marks.queryKey)?.liked.includes(id) ?? false,
      likeCount: client.getQueryData<Counts>(likesKey)?.[id] ?? likeCount,
    }),
    show: (like) => {
      client.setQueryData(
        marks.queryKey,
        (known) => known && { ...known, liked: withId(known.liked, id, like.liked) },
      );
      client.setQueryData<Counts>(likesKey, (counts) => ({ ...counts, [id]: like.likeCount }));
    },
    send: (like) =>
      call(like.liked ? 'PUT /api/replies/{id}/like' : 'DELETE /api/replies/{id}/like', { path: { id } }),
    failureText: copy['error.like'],
  });
  return { liked, count: count ?? likeCount, toggle: () => void press(turnLike) };
}
