import { FOLLOWS_MAX } from '@madang/contract/notifications/rules';
import type { Post } from '@madang/contract/posts/schema';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellMinus, BellOff, BellPlus, Pencil, Trash2 } from 'lucide';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { goBack, navigate, useSheet } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { useAction } from '../campus/use-action.ts';
import styles from '../posts/own-content.module.css';
import { MenuRow, OwnMenu, useDeletion } from '../posts/own-menu.tsx';
import { boardPath, hotsKey, patchPost, postListsKey, postQuery } from '../posts/post-queries.ts';
import { profileQuery, useSession } from '../session/session.ts';
import { repliesQuery, replyMarksQuery } from './reply-queries.ts';

/** Renders the menu to edit or delete the user's own post. */
export function PostMenu({ post }: { post: Pick<Post, 'id' | 'buildingId'> }) {
  const client = useQueryClient();
  const sheet = useSheet('own-post');
  // A ticket can only be withdrawn, by its card: others and the office depend on it.
  const fixed = boardPath(post.buildingId) === '/tickets';
  const [asking, setAsking] = useState(false);
  // A reopened sheet starts with the choices.
  if (asking && !sheet.open) setAsking(false);
  // Points are awarded and revoked with the post.
  const readPoints = () => void client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => {});
  const deletion = useDeletion({
    of: 'posts',
    id: post.id,
    done: copy['own.deleted.post'],
    onGone() {
      patchPost(client, post.id, null);
      readPoints();
      // Past the open sheet and the post, to the page it was opened from.
      goBack(boardPath(post.buildingId), 2);
    },
    onBack() {
      void client.invalidateQueries({ queryKey: postListsKey });
      void client.invalidateQueries({ queryKey: hotsKey });
      void client.invalidateQueries(postQuery(post.id));
      readPoints();
    },
  });

  return (
    <OwnMenu title={asking ? copy['own.delete.question'] : copy['own.menu.post']} sheet={sheet}>
      {asking ? (
        <>
          <p className="text-soft pb-4">{copy['own.delete.explain']}</p>
          <div className={styles.choices}>
            <Button look="plain" onClick={sheet.close}>
              {copy['own.delete.cancel']}
            </Button>
            <Button {...deletion}>{copy['own.delete']}</Button>
          </div>
        </>
      ) : (
        <>
          {fixed ? null : (
            <MenuRow
              icon={Pencil}
              label={copy['own.edit']}
              onClick={() => navigate(`/post/${post.id}/edit`, { replace: true })}
            />
          )}
          <MuteRow own postId={post.id} onDone={sheet.close} />
          {fixed ? null : (
            <MenuRow icon={Trash2} label={copy['own.delete']} grave onClick={() => setAsking(true)} />
          )}
        </>
      )}
    </OwnMenu>
  );
}

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
