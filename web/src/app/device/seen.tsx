import { formatDateTime } from '@madang/contract/time/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Campus } from '@madang/contract/campus/schema';
import { readEntry } from '../../parts/post/post-queries.ts';
import { outboxModule } from '../../parts/outbox/outbox-module.ts';
import { useSession } from '../../parts/session/session.ts';
import { describeAway, fillProblem } from '../../parts/campus/problem-text.ts';
import type { Away } from '../../platform/online.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { Link, useLocation } from '../../router/router.tsx';
import { useModule } from '../../ui/use-module.ts';
import { clockAhead } from './keep-reads.ts';
import { findKept } from './kept-queries.ts';
import styles from '../frame.module.css';

const DAY = 24 * 60 * 60_000;

/** Said where the server cannot be reached: why, since when what is shown was seen, and what waits to be sent. */
export function AwayText({ away, campus }: { away: Away; campus: Campus }) {
  const outbox = useModule(outboxModule);
  // It shows what is on the phone alone: as new as ever, and where the link leads.
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
  // Who has left still finds the way.
  if (useSession().user === null) return hasMap ? <Link to="/map">{copy['building.map']}</Link> : null;
  if (since === 'never') return copy['state.offline.never'];
  if (since !== undefined)
    return fillCopy(copy['state.offline.since'], { time: describe(since + clockAhead(), timeZone) });
  return <span className={styles.seen}>{copy['state.offline.seen']}</span>;
}

/** When the oldest of what is shown was read, in milliseconds of this phone's clock; nothing where that says nothing. */
function useSince(): number | 'never' | undefined {
  const cache = useQueryClient().getQueryCache();
  const { pathname, state: entry } = useLocation();
  // Opened from a list, a post is shown as the list had it.
  const isGiven = readEntry(entry, 'post', pathname.split('/')[2] ?? '') !== undefined;
  const read = (): number | 'never' | undefined => {
    const dated = cache
      .findAll({ type: 'active' })
      .filter(({ queryKey }) => findKept(queryKey)?.dated)
      .map(({ state }) => state);
    const isMissed = dated.some(({ data, fetchFailureCount }) => data === undefined && fetchFailureCount > 0);
    if (isMissed && !isGiven) return 'never';
    // An answer that came with the page and was not confirmed yet is as old as the page.
    const times = dated.flatMap(({ data, dataUpdatedAt }) =>
      data === undefined ? [] : dataUpdatedAt || performance.timeOrigin,
    );
    return times.length > 0 ? Math.min(...times) : undefined;
  };
  return useSyncExternalStore((listener) => cache.subscribe(listener), read);
}

/** `10:32`, with the day where it was not today. */
function describe(at: number, timeZone: string): string {
  const [day, time = ''] = formatDateTime(new Date(at), timeZone).split(' ');
  const dayOf = (instant: number) => formatDateTime(new Date(instant), timeZone).split(' ', 1)[0];
  if (day === dayOf(serverNow())) return time;
  if (day === dayOf(serverNow() - DAY)) return fillCopy(copy['time.yesterday'], { time });
  return `${day?.slice('YYYY/'.length)} ${time}`;
}
