import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { copy } from '../copy.ko.ts';
import { useOfficial } from '../features/campus/campus-context.ts';
import { buildingQuery } from '../features/campus/campus-queries.ts';
import { isMissing } from '../features/campus/failure.tsx';
import { Link, useLocation } from '../lib/router.tsx';
import { useHydrated } from '../lib/hydrated.ts';
import { findControlsUnder } from '../lib/controls-under.ts';
import { Icon } from '../components/icon.tsx';
import { lateModule, useModule } from '../lib/use-module.ts';
import { useSheet } from '../components/use-sheet.ts';
import styles from './frame.module.css';

const picking = lateModule(() => import('../features/write/board-picker.tsx'));

/** Milliseconds without scrolling until the page is at rest. */
const REST = 100;

/** Whether a control of the page is under the button. */
const isOver = (main: Element, pen: Element): boolean =>
  [...findControlsUnder(pen)].some((control) => main.contains(control));

/** Hides the button while the page rests with a control under it. */
function stayClear(around: HTMLElement | null): (() => void) | undefined {
  const main = document.querySelector('main');
  const pen = around?.firstElementChild;
  if (!pen || !main) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => pen.toggleAttribute('data-aside', isOver(main, pen)), REST);
  };
  const observer = new ResizeObserver(check);
  observer.observe(main);
  const controller = new AbortController();
  for (const name of ['scroll', 'resize'])
    window.addEventListener(name, check, { signal: controller.signal, passive: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    controller.abort();
  };
}

/** Renders a write button that asks for a board first, on pages without one [EV-02]. */
export function WriteAnywhere() {
  const sheet = useSheet('board');
  const late = useModule(picking, useHydrated());
  return (
    <>
      <aside ref={stayClear} className={styles.float} aria-label={copy['action.write']}>
        <button
          type="button"
          className={styles.write}
          aria-haspopup="dialog"
          aria-label={copy['action.write']}
          onClick={sheet.show}
        >
          <Icon of={Pencil} />
        </button>
      </aside>
      {late ? <late.BoardPicker open={sheet.open} onClose={sheet.close} /> : null}
    </>
  );
}

/** Renders the write button of the displayed board. */
export function WriteButton() {
  const { pathname, search } = useLocation();
  const boardId = pathname.split('/')[2] ?? '';
  // The screen fetches this anyway: there is no button for a missing board [ER-15].
  const official = useOfficial();
  const { error } = useQuery({ ...buildingQuery(boardId), enabled: false });
  if (isMissing(error)) return null;
  return (
    <aside ref={official ? stayClear : undefined} className={styles.float} aria-label={copy['action.write']}>
      <Link
        className={styles.write}
        to="/write"
        data-app
        state={{ from: `${pathname}${search}` }}
        aria-label={copy['action.write']}
      >
        <Icon of={Pencil} />
      </Link>
    </aside>
  );
}
