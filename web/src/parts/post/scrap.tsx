// Fetched with what says that a post was hidden (parts/moderation/hidden.tsx).
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide';
import { useEffect, useEffectEvent, useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { describeError } from '../campus/problem-text.ts';
import { marksKey, marksQuery, scrapsKey } from './post-queries.ts';
import { call, isRefusal, type Output } from '../../platform/api.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface ScrapProps {
  /** Of the post. */
  id: string;
  /** It was pressed before this part was here. */
  early: true | undefined;
  className: string | undefined;
}

/** Scraps the post and takes that back, filled when it is scrapped [SB-01]. */
export function Scrap({ id, early, className }: ScrapProps) {
  const client = useQueryClient();
  const place = useRef<HTMLSpanElement>(null);
  const on = useQuery(marksQuery([id])).data?.scrapped.includes(id) ?? false;
  const onEarly = useEffectEvent(() => {
    place.current?.querySelector('button')?.focus({ preventScroll: true });
    void pressScrap(client, id);
  });
  const done = useRef(false);
  useEffect(() => {
    if (!early || done.current) return;
    done.current = true;
    onEarly();
  }, [early]);
  return (
    <span ref={place}>
      <IconButton
        label={copy['scrap']}
        className={className}
        aria-pressed={on}
        onClick={() => void pressScrap(client, id)}
      >
        <Icon of={Bookmark} filled={on} />
      </IconButton>
    </span>
  );
}

/** What the last press of each post wants, until it is sent. */
const wanted = new Map<string, boolean>();
const sending = new Set<string>();

/**
 * Scraps the post, or takes that back. Shown at once; while a call is under way further presses only change what is sent
 * next, so the last press wins; at the end stands what the server confirmed.
 */
async function pressScrap(client: QueryClient, id: string): Promise<void> {
  try {
    // Without the marks it is unknown which way a press goes.
    await client.ensureQueryData(marksQuery([id]));
    // Read after that: two quick presses must see each other.
    const before = client.getQueryData(marksQuery([id]).queryKey)?.scrapped.includes(id) ?? false;
    wanted.set(id, !before);
    showScrap(client, id, !before);
    if (!sending.has(id)) await sendWanted(client, id, before);
  } catch (error) {
    // A limit says when to try again; the usual text says to try at once.
    if (isRefusal(error, 'limit.reached')) showToast(describeError(error));
    else if (!isRefusal(error, 'session.required')) showToast(copy['error.scrap']);
  }
}

async function sendWanted(client: QueryClient, id: string, before: boolean): Promise<void> {
  sending.add(id);
  let confirmed = before;
  try {
    for (let target = wanted.get(id); target !== undefined; target = wanted.get(id)) {
      wanted.delete(id);
      const key = target ? 'PUT /api/posts/{id}/scrap' : 'DELETE /api/posts/{id}/scrap';
      confirmed = (await call(key, { path: { id } })).scrapped;
    }
  } finally {
    sending.delete(id);
    wanted.delete(id);
    showScrap(client, id, confirmed);
    void client.invalidateQueries({ queryKey: scrapsKey });
  }
}

/** Shows it wherever the post's marks are. */
function showScrap(client: QueryClient, id: string, scrapped: boolean): void {
  client.setQueriesData<Output<'GET /api/posts/marks'>>(
    { queryKey: marksKey, predicate: ({ queryKey: [, ids] }) => Array.isArray(ids) && ids.includes(id) },
    (marks) => {
      if (!marks) return marks;
      const others = marks.scrapped.filter((other) => other !== id);
      return { ...marks, scrapped: scrapped ? [...others, id] : others };
    },
  );
}
