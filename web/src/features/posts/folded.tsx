import { BLOCKS_MAX } from '@madang/contract/moderation/rules';
import { UNDO_SECONDS } from '@madang/contract/posts/rules';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { useAction } from '../campus/use-action.ts';
import styles from './post-list.module.css';
import { readFoldsAgain, showFold } from './post-queries.ts';

const texts = { post: copy['block.folded.post'], reply: copy['block.folded.reply'] };

const looks = { post: styles.foldedPost, reply: styles.folded };

/** Ids of expanded content, until the next load. */
const opened = new Set<string>();

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
    <div ref={place} tabIndex={-1} className={`flex-col gap-1 ${styles.opened}`}>
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

/** Content of a blocked author: the server finds the author by it. */
export interface Writing {
  kind: 'post' | 'reply';
  id: string;
  /** Author's id, if known. */
  authorId?: string | null | undefined;
}

/**
 * Blocks and unblocks an author; a toast offers undo for ten seconds [MO-11].
 *
 * @param before called before collapsing, to close what is open above it.
 */
export function useBlock(thing: Writing, before?: () => void) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const at = { path: { id: thing.id } };
  const of = thing.kind === 'post' ? 'posts' : 'replies';

  function show(folded: boolean): void {
    const { kind, id, authorId } = thing;
    showFold(client, { postId: kind === 'post' ? id : undefined, authorId }, folded);
    readFoldsAgain(client);
  }

  async function takeBack(): Promise<void> {
    await call(`DELETE /api/${of}/{id}/block`, at);
    show(false);
    showToast(copy['block.taken']);
  }

  // Not useAction: the user may have left the screen before pressing it.
  function undo(): void {
    takeBack().catch((error: unknown) => offerUndo(describeError(error)));
  }

  function offerUndo(text: string): void {
    showToast(text, { label: copy['action.undo'], run: undo }, UNDO_SECONDS * 1_000);
  }

  return {
    block: useAction(
      async () => {
        await call(`PUT /api/${of}/{id}/block`, at);
        before?.();
        show(true);
        offerUndo(copy['block.done']);
      },
      (error) => {
        if (isRefusal(error, 'resource.missing')) showToast(copy['own.gone']);
        else if (isRefusal(error, 'block.nobody', 'block.own')) showToast(copy['block.nobody']);
        else if (isRefusal(error, 'block.full')) showToast(fillCopy(copy['block.full'], { n: BLOCKS_MAX }));
        else return false;
        return true;
      },
    ),
    unblock: useAction(async () => {
      before?.();
      await takeBack();
    }),
  };
}
