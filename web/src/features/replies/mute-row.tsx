import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { useAction } from '../campus/use-action.ts';
import { MenuRow } from '../posts/own-menu.tsx';
import { repliesQuery } from './reply-queries.ts';
import { useSession } from '../session/session.ts';
import { replyMarksQuery } from './thread-queries.ts';

interface MuteRowProps {
  postId: string;
  own?: boolean;
  onDone: () => void;
}

/** Whether the student replied to the post, or may have on an unloaded page. */
function useMayHaveReplied(postId: string): boolean {
  const { user } = useSession();
  const { data } = useInfiniteQuery({ ...repliesQuery(postId), enabled: false });
  if (!data || data.pages.at(-1)?.nextAfter !== null) return true;
  return data.pages.some(({ replies }) => replies.some(({ authorId }) => authorId === user?.id));
}

/** Renders a menu row that mutes or unmutes notifications of the post's thread. */
export function MuteRow({ postId, own = false, onDone }: MuteRowProps) {
  const client = useQueryClient();
  const marks = replyMarksQuery(postId);
  const official = useOfficial();
  const { muted, followed } = useQuery({ ...marks, enabled: official }).data ?? {};
  const replied = useMayHaveReplied(postId);
  const { busy, onClick } = useAction(async () => {
    await call(muted ? 'DELETE /api/posts/{id}/mute' : 'PUT /api/posts/{id}/mute', { path: { id: postId } });
    client.setQueryData(marks.queryKey, (known) => known && { ...known, muted: !muted });
    onDone();
    showToast(muted ? copy['notify.unmuted'] : copy['notify.muted.done']);
  });
  const notified = own || followed || replied;
  if (muted === undefined || !(muted || notified)) return null;
  return (
    <MenuRow
      icon={muted ? Bell : BellOff}
      label={muted ? copy['notify.unmute'] : copy['notify.mute']}
      busy={busy}
      onClick={onClick}
    />
  );
}
