import { useQuery } from '@tanstack/react-query';
import { Building2, Home, type IconNode, Search, Tag, UserRound } from 'lucide';
import { useEffect } from 'react';
import { copy } from '../copy.ko.ts';
import { buildingsQuery } from '../features/campus/campus-queries.ts';
import { useNews } from '../features/posts/news.ts';
import { Link, useLocation } from '../lib/router.tsx';
import { Icon } from '../components/icon.tsx';
import { NewMark } from '../components/new-mark.tsx';
import styles from './frame.module.css';

const tabs: readonly { path: string; label: string; icon: IconNode }[] = [
  { path: '/', label: copy['tab.home'], icon: Home },
  { path: '/building', label: copy['tab.building'], icon: Building2 },
  { path: '/search', label: copy['tab.search'], icon: Search },
  { path: '/keyword', label: copy['tab.keyword'], icon: Tag },
  { path: '/mypage', label: copy['tab.mypage'], icon: UserRound },
];

/** Filter and history key of each tab when the user left it. */
export type LeftTabs = Map<string, { search: string; key: string }>;

export function TabBar({ left }: { left: LeftTabs }) {
  const { pathname, search, key } = useLocation();
  useEffect(() => void left.set(pathname, { search, key }), [left, pathname, search, key]);
  // Prefetch: the building list receives it and shows it at once [RT-21].
  const { data: buildings } = useQuery(buildingsQuery);
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
                className={styles.tab}
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
