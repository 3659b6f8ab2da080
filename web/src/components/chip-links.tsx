import { Link } from '../lib/router.tsx';
import styles from './chip-links.module.css';

interface ChipLinksProps {
  label: string;
  chips: readonly { to: string; label: string; current: boolean }[];
  /** True to use one row that scrolls sideways, where more lines would displace the content. */
  oneRow?: boolean;
  /** True if the links filter the same page: going back then leaves it. */
  replace?: boolean;
}

export function ChipLinks({ label, chips, oneRow, replace = false }: ChipLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.chips} data-one-row={oneRow || undefined}>
        {chips.map(({ to, label: text, current }) => (
          <li key={text} ref={current && oneRow ? showSideways : undefined}>
            <Link
              className={styles.chip}
              to={to}
              replace={replace}
              aria-current={current ? 'page' : undefined}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the current chip into view without moving the page. */
function showSideways(chip: HTMLLIElement | null): void {
  chip?.scrollIntoView({ inline: 'center', block: 'nearest' });
}
