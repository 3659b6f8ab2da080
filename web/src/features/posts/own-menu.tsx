import { Ellipsis, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { copy } from '../../copy.ko.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import type { SheetControl } from '../../components/use-sheet.ts';
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
      className={`${styles.row} ${grave ? styles.grave : ''}`}
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      <Icon of={icon} />
      {label}
    </button>
  );
}
