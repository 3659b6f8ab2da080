import type { Reply } from '@madang/contract/replies/schema';
import { ArrowDown } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUser } from '../session/session.ts';
import styles from './threads.module.css';

interface NewAnswersProps {
  /** What came live, in order. */
  arrived: readonly Reply[];
}

/**
 * Says that answers came to replies that are not on the screen. One above it stays hidden until its thread is scrolled
 * to or asked for: it would push away what is being read.
 */
export function NewAnswers({ arrived }: NewAnswersProps) {
  const { id: userId } = useUser();
  const [unseen, setUnseen] = useState<readonly string[]>([]);
  const looked = useRef(new Set<string>());

  useLayoutEffect(() => {
    const news: string[] = [];
    for (const { id, parentId, authorId } of arrived) {
      const answer = parentId === null || looked.current.has(id) ? null : document.getElementById(id);
      if (!answer) continue;
      looked.current.add(id);
      const { top, bottom } = answer.getBoundingClientRect();
      if (authorId === userId || (bottom > 0 && top < window.innerHeight)) continue;
      answer.hidden = bottom <= 0;
      news.push(id);
    }
    if (news.length > 0) setUnseen((known) => [...known, ...news]);
  }, [arrived, userId]);

  useEffect(() => {
    // A hidden one is met where its thread is.
    const observer = new IntersectionObserver((entries) => {
      const met = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
      if (met.length === 0) return;
      setUnseen((known) => known.filter((id) => !met.some((target) => showIn(target, id))));
    });
    for (const id of unseen) {
      const answer = document.getElementById(id);
      const target = answer?.hidden ? answer.parentElement?.closest('li') : answer;
      if (target) observer.observe(target);
    }
    return () => observer.disconnect();
  }, [unseen]);

  function showFirst(): void {
    const [first = ''] = unseen;
    for (const id of unseen) showIn(document.body, id);
    setUnseen([]);
    document.getElementById(first)?.scrollIntoView({ block: 'center' });
  }

  return (
    <div role="status" className={styles.news}>
      {unseen.length > 0 ? (
        <button type="button" onClick={showFirst}>
          <Icon of={ArrowDown} size={18} />
          {fillCopy(copy['thread.new'], { n: unseen.length })}
        </button>
      ) : null}
    </div>
  );
}

/** Shows the answer if it stands there, and says whether it does. */
function showIn(place: Element, id: string): boolean {
  const answer = document.getElementById(id);
  if (!answer || !place.contains(answer)) return false;
  answer.hidden = false;
  return true;
}
