import { Link } from '../router/router.tsx';
import styles from './chip-links.module.css';

interface ChipLinksProps {
  /** Name of the group. */
  label: string;
  chips: readonly { to: string; label: string; current: boolean }[];
  /** In one row that scrolls sideways, where more lines would push away what they are about. */
  oneRow?: boolean;
  /** They say what the same page shows: back leads to where one came from. */
  replace?: boolean;
}

/** Ways on, as links beside each other. */
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

/** The chip that holds may lie beyond the edge; the page itself stays where it is. */
function showSideways(chip: HTMLLIElement | null): void {
  chip?.scrollIntoView({ inline: 'center', block: 'nearest' });
}
