import { X } from 'lucide';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { addOpenDialog } from './open-dialogs.ts';
import styles from './sheet.module.css';

interface SheetProps {
  title: string;
  closeLabel: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Stays visible under the scrolling content. */
  footer?: ReactNode;
}

/** A modal sheet from below; Escape, the backdrop and the cross close it, and the focus returns. */
export function Sheet({ title, closeLabel, open, onClose, children, footer }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    const remove = addOpenDialog(element);
    return () => {
      remove();
      element.close();
    };
  }, [open]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // A press beside the panel is a press on the dialog itself; events of dialogs inside bubble up here.
    const closeBeside = (event: Event): void => {
      if (event.target !== element) return;
      event.preventDefault();
      close();
    };
    element.addEventListener('click', closeBeside);
    element.addEventListener('cancel', closeBeside);
    return () => {
      element.removeEventListener('click', closeBeside);
      element.removeEventListener('cancel', closeBeside);
    };
  }, []);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId}>
      {open ? (
        <div className={styles.panel}>
          <div className={styles.head}>
            <h2 className={styles.title} id={titleId}>
              {title}
            </h2>
            <IconButton label={closeLabel} onClick={onClose}>
              <Icon of={X} />
            </IconButton>
          </div>
          {/* Long texts scroll here: without a focus of its own the keyboard could not reach their end. */}
          <section className={styles.content} aria-labelledby={titleId} tabIndex={0}>
            {children}
          </section>
          {footer ? <div className={styles.footer}>{footer}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
