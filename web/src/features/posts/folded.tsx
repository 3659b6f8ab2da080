// Loaded if something is collapsed.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copy } from '../../copy.ko.ts';
import { Button } from '../../components/button.tsx';
import { marksQuery } from './post-queries.ts';
import { type Writing, useBlock } from './use-block.ts';
import styles from './post-list.module.css';

// Shares a chunk with the list in my page: each chunk adds a name to home.
export { blocksQuery, readFoldsAgain } from './block-queries.ts';
export { useBlock, type Writing } from './use-block.ts';

const texts = { post: copy['block.folded.post'], reply: copy['block.folded.reply'] };

const looks = { post: styles.foldedPost, reply: styles.folded };

/** Ids of expanded content, until the next load. */
const opened = new Set<string>();

interface UnfoldedAmongProps {
  id: string;
  among: readonly { id: string }[];
  children: ReactNode;
}

/** Renders one of a few posts without viewer state; nothing if its author is blocked. */
export function UnfoldedAmong({ id, among, children }: UnfoldedAmongProps) {
  const { data } = useQuery(marksQuery(among.map((post) => post.id)));
  return data?.folded?.includes(id) ? null : children;
}

interface FoldedProps {
  thing: Writing;
  children: ReactNode;
}

/** Renders a line in place of blocked content, to show it once or unblock the author [MO-11]. */
export function Folded({ thing, children }: FoldedProps) {
  const [open, setOpen] = useState(() => opened.has(thing.id));
  const place = useRef<HTMLDivElement>(null);
  const { unblock } = useBlock(thing);

  function show(): void {
    opened.add(thing.id);
    flushSync(() => setOpen(true));
    // The button disappears: keyboard and screen reader users continue with the expanded content.
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
