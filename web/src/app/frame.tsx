import { useQuery } from '@tanstack/react-query';
import { Building2, Home, type IconNode, Pencil, Search, Tag, UserRound } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../components/button.tsx';
import { HeaderName } from '../components/header.tsx';
import { NewMark } from '../components/visually-hidden.tsx';
import { copy } from '../copy.ko.ts';
import { useCampus, useOfficial } from '../features/campus/campus-context.ts';
import { buildingQuery, buildingsQuery } from '../features/campus/campus-queries.ts';
import { isMissing } from '../features/campus/failure.tsx';
import { useNews } from '../features/posts/news.ts';
import { useSession } from '../features/session/session.ts';
import { findControlsUnder, useHydrated, whenIdle } from '../lib/page.ts';
import { Link, useLocation, useSheet } from '../lib/router.tsx';
import { toasts } from '../lib/toast-store.ts';
import { lazyModule, useModule } from '../lib/use-module.ts';
import { AwayLine } from './start-gate.tsx';
import { FrameHeader } from './frame-header.tsx';
import styles from './frame.module.css';
import { readFrame } from './read-frame.ts';

/** Renders the column of all pages, and the frame that the path requires. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // A user with consents due cannot go elsewhere.
  const signedIn = useSession().user?.consentsDue.length === 0;
  const campus = useCampus();
  const look = readFrame(pathname, signedIn, campus.edition);
  // Kept here, since screens without tabs come in between.
  const [left] = useState<LeftTabs>(() => new Map());
  useEffect(() => {
    if (campus.edition !== 'official') return;
    document.addEventListener('input', toasts.solve);
    return () => document.removeEventListener('input', toasts.solve);
  }, [campus.edition]);
  return (
    <div className={styles.frame}>
      {look.header === 'hidden' ? null : <FrameHeader {...look} />}
      <AwayLine campus={campus} />
      <HeaderName value={look.header === 'title' ? look.title : undefined}>
        <main className={`flex-col flex-1 min-w-0 relative ${styles.main}`}>{children}</main>
      </HeaderName>
      {look.pen === 'picker' ? <WriteAnywhere /> : null}
      {look.footer === 'tabs' ? <TabBar left={left} /> : null}
      {look.pen === 'board' ? <WriteButton /> : null}
    </div>
  );
}

const tabs: readonly { path: string; label: string; icon: IconNode }[] = [
  { path: '/', label: copy['tab.home'], icon: Home },
  { path: '/building', label: copy['tab.building'], icon: Building2 },
  { path: '/search', label: copy['tab.search'], icon: Search },
  { path: '/keyword', label: copy['tab.keyword'], icon: Tag },
  { path: '/mypage', label: copy['tab.mypage'], icon: UserRound },
];

/** Filter and history key of each tab when the user left it. */
type LeftTabs = Map<string, { search: string; key: string }>;

function TabBar({ left }: { left: LeftTabs }) {
  const { pathname, search, key } = useLocation();
  useEffect(() => void left.set(pathname, { search, key }), [left, pathname, search, key]);
  // Prefetch after hydration: the building list receives it and shows it at once [RT-21].
  const { data: buildings } = useQuery({ ...buildingsQuery, enabled: useHydrated() });
  const isNew = useNews();
  return (
    <nav className={styles.tabBar} aria-label={copy['nav.label']}>
      <ul className={styles.tabs}>
        {tabs.map(({ path, label, icon }) => {
          // A press on the current tab resets it.
          const back = path === pathname ? undefined : left.get(path);
          return (
            <li key={path}>
              <Link
                className={`flex-col justify-center items-center text-faint relative h-full whitespace-nowrap ${styles.tab}`}
                to={path + (back?.search ?? '')}
                entryKey={back?.key}
                aria-current={pathname === path ? 'page' : undefined}
                state={path === '/building' && buildings ? { buildings } : undefined}
              >
                <Icon of={icon} />
                {label}
                {isNew(path) ? <NewMark /> : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const picking = lazyModule(() => import('../features/write/board-picker.tsx'));

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
    timer = setTimeout(() => whenIdle(() => pen.toggleAttribute('data-aside', isOver(main, pen))), REST);
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
function WriteAnywhere() {
  const sheet = useSheet('board');
  const late = useModule(picking);
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

function WriteButton() {
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
