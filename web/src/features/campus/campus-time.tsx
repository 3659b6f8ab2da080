import { campusClock } from '@madang/contract/places/open-hours';
import { formatDateTime, formatHumanTime, formatRelativeTime } from '@madang/contract/time/rules';
import { useSyncExternalStore } from 'react';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { serverNow } from '../../lib/online.ts';
import { useCampus } from './campus-context.ts';

const TICK = 30_000;
/** Milliseconds in which cards that mount together share one clock reading. */
const SAME_MOMENT = 1_000;

/** Time when the page was rendered. */
let drawnAt: number | undefined;
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  if (Math.abs(serverNow() - now) < SAME_MOMENT) return;
  now = serverNow();
  for (const listener of listeners) listener();
}

/** Sets the time of the first rendering, on the server and in the browser. */
export function setClock(instant: number): void {
  drawnAt = instant;
  now = instant;
}

/** Subscribes to one clock shared by all cards. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK);
  tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the age in the edition's format. Watches the text, not the clock: it rarely changes. */
function useAge(instant: string): string {
  const { edition, timeZone } = useCampus();
  const minutesAgo = (n: number) => (n === 0 ? copy['time.now'] : fillCopy(copy['time.minutesAgo'], { n }));
  const yesterday = (time: string) => fillCopy(copy['time.yesterday'], { time });
  const format = (at: number) =>
    edition === 'official'
      ? formatHumanTime(new Date(instant), new Date(at), timeZone, { minutesAgo, yesterday })
      : formatRelativeTime(new Date(instant), new Date(at), timeZone, minutesAgo);
  return useSyncExternalStore(
    subscribe,
    () => format(now),
    () => format(drawnAt ?? now),
  );
}

/** Returns the campus time to the minute: see `campusClock`. */
export function useCampusClock(): number {
  const { timeZone } = useCampus();
  return useSyncExternalStore(
    subscribe,
    () => campusClock(now, timeZone),
    () => campusClock(drawnAt ?? now, timeZone),
  );
}

export function RelativeTime({ instant }: { instant: string }) {
  const { edition, timeZone } = useCampus();
  const text = useAge(instant);
  if (edition === 'beta') return <time dateTime={instant}>{text}</time>;
  return (
    <time dateTime={instant}>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{formatDateTime(new Date(instant), timeZone)}</VisuallyHidden>
    </time>
  );
}

/** Renders a text of the deck with a time in place of its `{date}`. */
export function DatedText({ text, instant }: { text: string; instant: string }) {
  const [before, after] = text.split('{date}');
  return (
    <>
      {before}
      <DateTime instant={instant} />
      {after}
    </>
  );
}

export function DateTime({ instant }: { instant: string }) {
  const { timeZone } = useCampus();
  return <time dateTime={instant}>{formatDateTime(new Date(instant), timeZone)}</time>;
}
