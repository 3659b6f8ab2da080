import { ChevronRight, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Link } from '../lib/router.tsx';
import { Icon } from './icon.tsx';
import styles from './list-row.module.css';

interface ListRowProps {
  icon?: IconNode;
  label: string;
  detail?: ReactNode;
  /** Target: a page of the app (`to`), another site (`href`), or the button's action. */
  to?: string;
  state?: unknown;
  replace?: boolean;
  href?: string;
  onClick?: () => void;
  'aria-describedby'?: string;
}

/** Renders one full-width choice of a menu. */
export function ListRow({ icon, label, detail, to, state, replace = false, href, ...button }: ListRowProps) {
  const content = (
    <>
      {icon ? (
        <span className={styles.lead}>
          <Icon of={icon} />
        </span>
      ) : null}
      <span className={styles.label}>{label}</span>
      {detail ? <span className={styles.detail}>{detail}</span> : null}
      <span className={styles.chevron}>
        <Icon of={ChevronRight} size={20} />
      </span>
    </>
  );
  if (to !== undefined) {
    return (
      <Link className={styles.row} to={to} state={state} replace={replace}>
        {content}
      </Link>
    );
  }
  if (href !== undefined) {
    return (
      <a className={styles.row} href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  }
  return (
    <button type="button" className={styles.row} {...button}>
      {content}
    </button>
  );
}
