// Fetched where something is folded.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copy } from '../../copy.ko.ts';
import { Button } from '../../ui/button.tsx';
import { marksQuery } from './post-queries.ts';
import { type Writing, useBlock } from './use-block.ts';
import styles from './post-list.module.css';

// One chunk with the list under my page: each chunk is a name that home must know.
export { blocksQuery, readFoldsAgain } from './block-queries.ts';
export { useBlock, type Writing } from './use-block.ts';

const texts = { post: copy['block.folded.post'], reply: copy['block.folded.reply'] };

const looks = { post: styles.foldedPost, reply: styles.folded };

/** What was looked at once stays open until the next load. */
const opened = new Set<string>();

interface UnfoldedAmongProps {
  id: string;
  among: readonly { id: string }[];
  children: ReactNode;
}

/** One post of a few, which nothing else is marked of; nothing where somebody wrote it whom the user blocked. */
export function UnfoldedAmong({ id, among, children }: UnfoldedAmongProps) {
  const { data } = useQuery(marksQuery(among.map((post) => post.id)));
  return data?.folded?.includes(id) ? null : children;
}

interface FoldedProps {
  thing: Writing;
  children: ReactNode;
}

/** In the place of what a blocked person wrote: a line that shows it this once, or takes the block back [MO-11]. */
export function Folded({ thing, children }: FoldedProps) {
  const [open, setOpen] = useState(() => opened.has(thing.id));
  const place = useRef<HTMLDivElement>(null);
  const { unblock } = useBlock(thing);

  function show(): void {
    opened.add(thing.id);
    flushSync(() => setOpen(true));
    // The button is gone: who uses a keyboard or a screen reader goes on from what it showed.
    place.current?.focus({ preventScroll: true });
  }

  return (
    <div ref={place} tabIndex={-1} className={styles.opened}>
      {open ? (
        children
      ) : (
        <p className={looks[thing.kind]}>
          <span>{texts[thing.kind]}</span>
          <Button look="small" onClick={show}>
            {copy['block.show']}
          </Button>
          <Button look="small" {...unblock}>
            {copy['block.take']}
          </Button>
        </p>
      )}
    </div>
  );
}
