import { X } from 'lucide';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { copy } from '../copy.ko.ts';
import { Icon, IconButton } from './button.tsx';
import { addOpenDialog } from './toast.tsx';
import styles from './sheet.module.css';
import type { SheetControl } from '../lib/router.tsx';

interface SheetProps {
  title: string;
  sheet: Pick<SheetControl, 'open' | 'close'>;
  children: ReactNode;
  /** Content that stays visible under the scrolling part. */
  footer?: ReactNode;
}

/** Closes the sheet on Escape and on a press outside the panel. */
function useCloseBeside(dialog: RefObject<HTMLDialogElement | null>, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // A press outside the panel targets the dialog itself; events of inner dialogs bubble up here.
    const closeBeside = (event: Event): void => {
      if (event.target !== element) return;
      event.preventDefault();
      onClose();
    };
    element.addEventListener('click', closeBeside);
    element.addEventListener('cancel', closeBeside);
    return () => {
      element.removeEventListener('click', closeBeside);
      element.removeEventListener('cancel', closeBeside);
    };
  }, [dialog]);
}

/** Renders a modal bottom sheet. Escape, backdrop and cross close it and return the focus. */
export function Sheet({ title, sheet: { open, close }, children, footer }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    // A server-rendered sheet is open but not modal; it is not animated a second time.
    element.classList.toggle(styles.drawn ?? '', element.open);
    element.open = false;
    element.showModal();
    const remove = addOpenDialog(element);
    return () => {
      remove();
      element.close();
    };
  }, [open]);

  useCloseBeside(dialog, close);

  return (
    <dialog
      ref={dialog}
      className={`full-screen ${styles.dialog}`}
      aria-labelledby={titleId}
      open={import.meta.env.SSR && open}
      suppressHydrationWarning
    >
      {open ? (
        <div className={`flex-col w-full ${styles.panel}`}>
          <div className={`row justify-between flex-none ${styles.head}`}>
            <h2 className="text-large" id={titleId}>
              {title}
            </h2>
            <IconButton label={copy['action.close']} onClick={close}>
              <Icon of={X} />
            </IconButton>
          </div>
          {/* Long texts scroll here: without a focus of its own the keyboard could not reach their end. */}
          <section className={styles.content} aria-labelledby={titleId} tabIndex={0}>
            {children}
          </section>
          {footer ? <div className={`flex-none border-t ${styles.footer}`}>{footer}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
