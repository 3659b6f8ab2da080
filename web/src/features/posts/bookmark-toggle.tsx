// Shares the chunk of hidden-content notices (features/moderation/hidden.tsx).
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide';
import { useEffect, useEffectEvent, useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useWish } from '../offline/use-wish.ts';
import { patchMarks } from './post-cache.ts';
import { marksQuery, bookmarksKey } from './post-queries.ts';

interface BookmarkToggleProps {
  /** Id of the post. */
  id: string;
  /** Set if it was pressed before this part was loaded. */
  early: true | undefined;
  className: string | undefined;
}

/** Renders a toggle for the post's bookmark, filled when set [SB-01]. */
export function BookmarkToggle({ id, early, className }: BookmarkToggleProps) {
  const client = useQueryClient();
  const place = useRef<HTMLSpanElement>(null);
  const marks = marksQuery([id]);
  const on = useQuery(marks).data?.scrapped.includes(id) ?? false;
  const change = useWish<boolean>({
    key: `posts/${id}/scrap`,
    ready: () => client.ensureQueryData(marks),
    read: () => client.getQueryData(marks.queryKey)?.scrapped.includes(id) ?? false,
    show: (bookmarked) => patchMarks(client, id, 'scrapped', bookmarked),
    send: async (bookmarked) => {
      const key = bookmarked ? 'PUT /api/posts/{id}/scrap' : 'DELETE /api/posts/{id}/scrap';
      return (await call(key, { path: { id } })).scrapped;
    },
    onEnd: () => void client.invalidateQueries({ queryKey: bookmarksKey }),
    failed: copy['error.scrap'],
  });
  const press = (): void => void change((bookmarked) => !bookmarked);
  const onEarly = useEffectEvent(() => {
    place.current?.querySelector('button')?.focus({ preventScroll: true });
    press();
  });
  const done = useRef(false);
  useEffect(() => {
    if (!early || done.current) return;
    done.current = true;
    onEarly();
  }, [early]);
  return (
    <span ref={place}>
      <IconButton label={copy['scrap']} className={className} aria-pressed={on} onClick={press}>
        <Icon of={Bookmark} filled={on} />
      </IconButton>
    </span>
  );
}
