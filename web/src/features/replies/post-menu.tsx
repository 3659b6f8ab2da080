import type { Post } from '@madang/contract/posts/schema';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { goBack, navigate } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { useSheet } from '../../components/use-sheet.ts';
import { MuteRow } from './mute-row.tsx';
import { patchPost } from '../posts/post-cache.ts';
import { boardPath, hotsKey, postListsKey, postQuery } from '../posts/post-queries.ts';
import { profileQuery } from '../session/profile-queries.ts';
import { MenuRow, OwnMenu } from '../posts/own-menu.tsx';
import styles from '../posts/own-content.module.css';
import { useDeletion } from '../posts/use-deletion.ts';

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
          <p className={styles.question}>{copy['own.delete.explain']}</p>
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
