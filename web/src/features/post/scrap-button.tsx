import { Bookmark } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { useOfficialAction } from '../../parts/campus/official-feature.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './post.module.css';

/** The second button of a post: the beta edition only promises it [SC-21]. */
export function ScrapButton() {
  const scrap = useOfficialAction('scrapButton', copy['notice.official']);
  return (
    <IconButton label={copy['scrap']} className={styles.scrap} onClick={scrap}>
      <Icon of={Bookmark} />
    </IconButton>
  );
}
