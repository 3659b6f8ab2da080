import { ChevronRight, type IconNode } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../lib/router.tsx';
import { Icon } from './button.tsx';
import styles from './lists.module.css';

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
        <span className="flex flex-none text-idle">
          <Icon of={icon} />
        </span>
      ) : null}
      <span className={`min-w-0 wrap-anywhere ${styles.label}`}>{label}</span>
      {detail ? (
        <span className={`flex flex-none text-faint text-note wrap-anywhere ${styles.detail}`}>{detail}</span>
      ) : null}
      <span className="flex flex-none text-idle">
        <Icon of={ChevronRight} size={20} />
      </span>
    </>
  );
  if (to !== undefined) {
    return (
      <Link
        className={`row gap-3 pad-2 w-full text-start pressable ${styles.row}`}
        to={to}
        state={state}
        replace={replace}
      >
        {content}
      </Link>
    );
  }
  if (href !== undefined) {
    return (
      <a
        className={`row gap-3 pad-2 w-full text-start pressable ${styles.row}`}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
      >
        {content}
      </a>
    );
  }
  return (
    <button type="button" className={`row gap-3 pad-2 w-full text-start pressable ${styles.row}`} {...button}>
      {content}
    </button>
  );
}

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
      <ul className={`flex flex-wrap gap-2 pad-2 ${styles.chips}`} data-one-row={oneRow || undefined}>
        {chips.map(({ to, label: text, current }) => (
          <li key={text} ref={current && oneRow ? showSideways : undefined}>
            <Link
              className={`inline-row min-h-touch text-soft text-note rounded-full ${styles.chip}`}
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

/** Calls `onNear` near the end of a list, unless paused; mount only with more to load. */
export function EndSentinel({ onNear, paused = false }: { onNear: () => void; paused?: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = element.current;
    if (!target || paused) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      rootMargin: '600px 0px',
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [onNear, paused]);
  return <div ref={element} />;
}
