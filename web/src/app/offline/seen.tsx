import { formatDateTime } from '@madang/contract/time/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Campus } from '@madang/contract/campus/schema';
import { readEntry } from '../../features/posts/post-queries.ts';
import { outboxModule } from '../../features/offline/use-optimistic.ts';
import { useSession } from '../../features/session/session.ts';
import { describeAway, fillProblem } from '../../features/campus/problem-text.ts';
import { type Away, serverNow } from '../../lib/online.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { useModule } from '../../lib/use-module.ts';
import { clockAhead } from './keep-reads.ts';
import { findKept } from './kept-queries.ts';
import styles from '../frame.module.css';

const DAY = 24 * 60 * 60_000;

/** Renders why the server is unreachable, the data's age, and the pending writes. */
export function AwayText({ away, campus }: { away: Away; campus: Campus }) {
  const outbox = useModule(outboxModule);
  // This page shows only data on the phone, never stale, and the link leads here.
  const isOutbox = useLocation().pathname === '/mypage/outbox';
  return (
    <>
      {fillProblem(describeAway(away), campus)} {isOutbox ? null : <Since campus={campus} />}
      {outbox && !isOutbox ? <outbox.OutboxLink /> : null}
    </>
  );
}

function Since({ campus: { timeZone, pack } }: { campus: Campus }) {
  const since = useSince();
  const hasMap = pack?.includes('map');
  // A signed-out user can still open the map.
  if (useSession().user === null) return hasMap ? <Link to="/map">{copy['building.map']}</Link> : null;
  if (since === 'never') return copy['state.offline.never'];
  if (since !== undefined)
    return fillCopy(copy['state.offline.since'], { time: describe(since + clockAhead(), timeZone) });
  return <span className={styles.seen}>{copy['state.offline.seen']}</span>;
}

/** Returns the age of the oldest displayed data as phone time in milliseconds; undefined if unknown. */
function useSince(): number | 'never' | undefined {
  const cache = useQueryClient().getQueryCache();
  const { pathname, state: entry } = useLocation();
  // A post opened from a list shows the list's data.
  const isGiven = readEntry(entry, 'post', pathname.split('/')[2] ?? '') !== undefined;
  const read = (): number | 'never' | undefined => {
    const dated = cache
      .findAll({ type: 'active' })
      .filter(({ queryKey }) => findKept(queryKey)?.dated)
      .map(({ state }) => state);
    const isMissed = dated.some(({ data, fetchFailureCount }) => data === undefined && fetchFailureCount > 0);
    if (isMissed && !isGiven) return 'never';
    // An unconfirmed answer included in the page is as old as the page.
    const times = dated.flatMap(({ data, dataUpdatedAt }) =>
      data === undefined ? [] : dataUpdatedAt || performance.timeOrigin,
    );
    return times.length > 0 ? Math.min(...times) : undefined;
  };
  return useSyncExternalStore((listener) => cache.subscribe(listener), read);
}

/** Returns `10:32`, with the day if it was not today. */
function describe(at: number, timeZone: string): string {
  const [day, time = ''] = formatDateTime(new Date(at), timeZone).split(' ');
  const dayOf = (instant: number) => formatDateTime(new Date(instant), timeZone).split(' ', 1)[0];
  if (day === dayOf(serverNow())) return time;
  if (day === dayOf(serverNow() - DAY)) return fillCopy(copy['time.yesterday'], { time });
  return `${day?.slice('YYYY/'.length)} ${time}`;
}
