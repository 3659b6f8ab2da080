import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { call } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { useAction } from '../campus/use-action.ts';
import { MenuRow } from '../own-content/own-menu.tsx';
import { replyMarksQuery } from '../threads/thread-queries.ts';

interface MuteRowProps {
  postId: string;
  onDone: () => void;
}

/** In a post's menu: no more word of its thread, or word of it again. */
export function MuteRow({ postId, onDone }: MuteRowProps) {
  const client = useQueryClient();
  const marks = replyMarksQuery(postId);
  const lit = useOfficial();
  const { muted } = useQuery({ ...marks, enabled: lit }).data ?? {};
  const { busy, onClick } = useAction(async () => {
    await call(muted ? 'DELETE /api/posts/{id}/mute' : 'PUT /api/posts/{id}/mute', { path: { id: postId } });
    client.setQueryData(marks.queryKey, (known) => known && { ...known, muted: !muted });
    onDone();
    showToast(muted ? copy['notify.unmuted'] : copy['notify.muted.done']);
  });
  if (muted === undefined) return null;
  return (
    <MenuRow
      icon={muted ? Bell : BellOff}
      label={muted ? copy['notify.unmute'] : copy['notify.mute']}
      busy={busy}
      onClick={onClick}
    />
  );
}
