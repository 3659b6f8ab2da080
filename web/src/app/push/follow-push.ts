// Push handling of the open app, in one chunk that is loaded when idle.
import { PUSH_MARK } from '@madang/contract/notifications/rules';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Lead } from '../../../worker/messages.ts';
import { campusQuery } from '../../features/campus/campus-queries.ts';
import { postQuery } from '../../features/posts/post-queries.ts';
import { comparePush, isOfferAnswered } from '../../features/notifications/push.ts';
import { sessionQuery } from '../../features/session/session.ts';
import { call, NetworkError, type Output } from '../../lib/api.ts';
import { onReach } from '../../lib/online.ts';
import { hearNavigation, navigate, readEntry } from '../../lib/router.tsx';

const nothing = (): void => {};

type Pages<K extends 'GET /api/notifications' | 'GET /api/posts/{id}/replies'> =
  | { pages: Output<K>[] }
  | undefined;

/** @returns a function that stops it. */
export function followPush(client: QueryClient): () => void {
  let userId: string | undefined;
  let unread: number | undefined;

  /** Handles the server's answer about the signed-in user. */
  function meet(): void {
    const { user, unread: count = 0 } = client.getQueryData(sessionQuery.queryKey) ?? {};
    if (client.getQueryData(campusQuery.queryKey)?.edition !== 'official') return;
    if (user && user.id !== userId) void comparePush(client, user.id).catch(nothing);
    userId = user?.id;
    if (count !== unread) showBadge(count);
    unread = count;
    marks.look();
  }

  const marks = followMarks(() => userId !== undefined);
  const stopLeading = followWorker();
  const stopHearing = client.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    if (query.queryKey[0] === sessionQuery.queryKey[0] || query.queryKey[0] === campusQuery.queryKey[0])
      meet();
    look(query);
  });
  /** Offers pushes after the first answer to the user's own post. */
  function look(query: Query): void {
    if (userId === undefined || !tellsOfAnswer(client, query, userId) || isOfferAnswered()) return;
    void import('./push-offer.tsx').then((late) => late.offerPush(client), nothing);
  }

  meet();
  for (const query of client.getQueryCache().getAll()) look(query);
  return () => {
    stopHearing();
    stopLeading();
    marks.stop();
  };
}

function tellsOfAnswer(client: QueryClient, { queryKey, state }: Query, userId: string): boolean {
  const [kind, id] = queryKey;
  if (kind === 'inbox') {
    const { pages = [] } = (state.data as Pages<'GET /api/notifications'>) ?? {};
    return pages.some(({ lines }) => lines.some((line) => line.kind === 'answer' && line.to === 'post'));
  }
  if (kind !== 'replies' || client.getQueryData(postQuery(String(id)).queryKey)?.authorId !== userId)
    return false;
  const { pages = [] } = (state.data as Pages<'GET /api/posts/{id}/replies'>) ?? {};
  return pages.some(({ replies }) =>
    replies.some(({ authorId, deleted }) => !deleted && authorId !== userId),
  );
}

/** Shows the unread count on the app's icon, if the phone supports it. */
function showBadge(unread: number): void {
  const { setAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge'>>;
  void setAppBadge?.call(navigator, unread).catch(nothing);
}

/** Navigates to a tapped notification without reloading the open app. */
function followWorker(): () => void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const hear = ({ data, ports }: MessageEvent<Partial<Lead> | null>): void => {
    if (typeof data?.lead !== 'string') return;
    ports[0]?.postMessage(true);
    const { pathname } = new URL(data.lead, window.location.href);
    navigate(data.lead, { replace: pathname === window.location.pathname });
  };
  serviceWorker?.addEventListener('message', hear);
  return () => serviceWorker?.removeEventListener('message', hear);
}

/**
 * Reports the push that opened the address and removes its mark without a history entry. Retries on navigation or reconnection.
 */
function followMarks(isSignedIn: () => boolean) {
  const untold = new Set<string>();
  const tell = (id: string): void => {
    untold.delete(id);
    void call('PUT /api/push/{id}/opened', { path: { id } }).catch((error: unknown) => {
      if (error instanceof NetworkError) untold.add(id);
    });
  };
  const tellAgain = (): void => [...untold].forEach(tell);
  function look(): void {
    const { pathname, search, hash, state, key } = readEntry();
    const params = new URLSearchParams(search);
    const id = params.get(PUSH_MARK);
    // A user who must log in first returns with the mark.
    if (id === null || !isSignedIn()) return;
    params.delete(PUSH_MARK);
    navigate(pathname + (params.size > 0 ? `?${params}` : '') + hash, {
      replace: true,
      state,
      entryKey: key,
    });
    if (/^[\da-f-]{36}$/i.test(id)) tell(id);
  }
  const stops = [
    hearNavigation(() => {
      tellAgain();
      look();
    }),
    onReach((reached) => reached && tellAgain()),
  ];
  return {
    look,
    stop: () => stops.forEach((stop) => stop()),
  };
}
