import { FOLLOWS_MAX } from '@madang/contract/notifications/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellMinus, BellPlus } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { useAction } from '../campus/use-action.ts';
import { MenuRow } from '../posts/own-menu.tsx';
import { replyMarksQuery } from './thread-queries.ts';

interface FollowRowProps {
  postId: string;
  onDone: () => void;
}

/** Starts or stops notifications for new answers to another user's post [EV-06]. */
export function FollowRow({ postId, onDone }: FollowRowProps) {
  const client = useQueryClient();
  const marks = replyMarksQuery(postId);
  const enabled = useOfficial();
  const { followed } = useQuery({ ...marks, enabled }).data ?? {};
  const { busy, onClick } = useAction(
    async () => {
      await call(followed ? 'DELETE /api/posts/{id}/follow' : 'PUT /api/posts/{id}/follow', {
        path: { id: postId },
      });
      client.setQueryData(
        marks.queryKey,
        // Following a muted thread unmutes it.
        (known) => known && { ...known, followed: !followed, muted: followed ? known.muted : false },
      );
      onDone();
      showToast(followed ? copy['follow.stopped'] : copy['follow.done']);
    },
    (error) => {
      if (isRefusal(error, 'follow.full')) showToast(fillCopy(copy['follow.full'], { n: FOLLOWS_MAX }));
      else if (isRefusal(error, 'resource.missing')) showToast(copy['own.gone']);
      else return false;
      return true;
    },
  );
  if (followed === undefined) return null;
  return (
    <MenuRow
      icon={followed ? BellMinus : BellPlus}
      label={followed ? copy['follow.stop'] : copy['follow']}
      busy={busy}
      onClick={onClick}
    />
  );
}
