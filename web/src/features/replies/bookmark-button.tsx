import { Bookmark } from 'lucide';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useOfficialAction } from '../campus/official-feature.ts';
import { useHidden } from './use-moderation.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import styles from './post.module.css';

/** Renders the second button of a post, only announced in the beta [SC-21]. */
export function BookmarkButton({ id }: { id: string }) {
  const parts = useHidden();
  const [early, setEarly] = useState<true>();
  const onClick = useOfficialAction(copy['notice.official'], () => setEarly(true));
  return parts ? (
    <parts.BookmarkToggle id={id} early={early} className={styles.bookmark} />
  ) : (
    <IconButton label={copy['scrap']} className={styles.bookmark} onClick={onClick}>
      <Icon of={Bookmark} />
    </IconButton>
  );
}
