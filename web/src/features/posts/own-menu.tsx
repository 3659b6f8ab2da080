import { UNDO_SECONDS } from '@madang/contract/posts/rules';
import { Ellipsis, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon, IconButton } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import type { SheetControl } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { useAction } from '../campus/use-action.ts';
import styles from './own-content.module.css';

interface OwnMenuProps {
  title: string;
  sheet: SheetControl;
  className?: string | undefined;
  children: ReactNode;
}

/** Renders the ⋯ button of the user's own post or reply, and its sheet. */
export function OwnMenu({ title, sheet, className, children }: OwnMenuProps) {
  return (
    <>
      <IconButton label={copy['own.menu']} aria-haspopup="dialog" className={className} onClick={sheet.show}>
        <Icon of={Ellipsis} />
      </IconButton>
      <Sheet title={title} sheet={sheet}>
        {children}
      </Sheet>
    </>
  );
}

interface MenuRowProps {
  icon: IconNode;
  label: string;
  /** Whether the action deletes something. */
  grave?: boolean;
  busy?: boolean;
  onClick: () => void;
}

export function MenuRow({ icon, label, grave = false, busy = false, onClick }: MenuRowProps) {
  return (
    <button
      type="button"
      className={`row gap-3 py-2 w-full ${styles.row} ${grave ? 'text-accent' : ''}`}
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      <Icon of={icon} />
      {label}
    </button>
  );
}

interface Deletion {
  of: 'posts' | 'replies';
  id: string;
  done: string;
  /** Called once the content is deleted, now or earlier. */
  onGone: () => void;
  /** Called once it is restored. */
  onBack: () => void;
}

/** Deletes the user's own content; a toast offers undo for ten seconds. */
export function useDeletion({ of, id, done, onGone, onBack }: Deletion) {
  const { describeError } = useProblemText();
  const path = { id };

  // Not useAction: the user may have left the screen before pressing it.
  async function undo(): Promise<void> {
    try {
      await call(`POST /api/${of}/{id}/undo-deletion`, { path });
      onBack();
      showToast(copy['own.undone']);
    } catch (error) {
      if (isRefusal(error, 'undo.late', 'resource.missing')) showToast(copy['own.undo.late']);
      else
        showToast(
          describeError(error),
          { label: copy['own.undo'], run: () => void undo() },
          UNDO_SECONDS * 1_000,
        );
    }
  }

  return useAction(
    async () => {
      await call(`DELETE /api/${of}/{id}`, { path });
      onGone();
      showToast(done, { label: copy['own.undo'], run: () => void undo() }, UNDO_SECONDS * 1_000);
    },
    (error) => {
      if (!isRefusal(error, 'resource.missing')) return false;
      onGone();
      showToast(copy['own.gone']);
      return true;
    },
  );
}
