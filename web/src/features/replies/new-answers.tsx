import type { Reply } from '@madang/contract/replies/schema';
import { ArrowDown, MessageCircle } from 'lucide';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../components/icon.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useSession, useUser } from '../session/session.ts';
import styles from './threads.module.css';

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
    <div ref={news} role="status" className={styles.news}>
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
