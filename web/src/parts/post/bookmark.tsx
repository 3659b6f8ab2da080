// Fetched with what says that a post was hidden (parts/moderation/hidden.tsx).
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark as BookmarkIcon } from 'lucide';
import { useEffect, useEffectEvent, useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { press } from '../campus/press.ts';
import { marksKey, marksQuery, scrapsKey } from './post-queries.ts';
import { call, type Output } from '../../platform/api.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface BookmarkProps {
  /** Of the post. */
  id: string;
  /** It was pressed before this part was here. */
  early: true | undefined;
  className: string | undefined;
}

/** Bookmarks the post and takes that back, filled when it is bookmarked [SB-01]. */
export function Bookmark({ id, early, className }: BookmarkProps) {
  const client = useQueryClient();
  const place = useRef<HTMLSpanElement>(null);
  const on = useQuery(marksQuery([id])).data?.scrapped.includes(id) ?? false;
  const onEarly = useEffectEvent(() => {
    place.current?.querySelector('button')?.focus({ preventScroll: true });
    void pressBookmark(client, id);
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
        onClick={() => void pressBookmark(client, id)}
      >
        <Icon of={BookmarkIcon} filled={on} />
      </IconButton>
    </span>
  );
}

const pressBookmark = (client: QueryClient, id: string) =>
  press<boolean>({
    key: `bookmark ${id}`,
    read: () => client.getQueryData(marksQuery([id]).queryKey)?.scrapped.includes(id),
    load: () => client.ensureQueryData(marksQuery([id])),
    next: (on) => !on,
    show: (on) => showBookmark(client, id, on),
    send: async (on) => {
      const key = on ? 'PUT /api/posts/{id}/scrap' : 'DELETE /api/posts/{id}/scrap';
      return (await call(key, { path: { id } })).scrapped;
    },
    failed: copy['error.scrap'],
    onEnd: () => void client.invalidateQueries({ queryKey: scrapsKey }),
  });

/** Shows it wherever the post's marks are. */
function showBookmark(client: QueryClient, id: string, scrapped: boolean): void {
  client.setQueriesData<Output<'GET /api/posts/marks'>>(
    { queryKey: marksKey, predicate: ({ queryKey: [, ids] }) => Array.isArray(ids) && ids.includes(id) },
    (marks) => {
      if (!marks) return marks;
      const others = marks.scrapped.filter((other) => other !== id);
      return { ...marks, scrapped: scrapped ? [...others, id] : others };
    },
  );
}
