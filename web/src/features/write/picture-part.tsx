import { useOfficial } from '../../parts/campus/campus-context.ts';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { sending } from './sending.ts';
import type { Uploads } from './use-uploads.ts';
import styles from './write.module.css';

// Writing begins with words: what takes pictures comes once the form is there.
const one = lateModule(() => import('./image-field.tsx'));
const several = lateModule(() => import('./picture-field.tsx'));

/** The pictures of the form: one, or with the feature several. */
export function PicturePart({ uploads }: { uploads: Uploads }) {
  const lit = useOfficial();
  const image = useModule(one, !lit);
  const list = useModule(several, lit);
  useModule(sending);
  if (list) return <list.PictureField uploads={uploads} />;
  return image ? <image.ImageField uploads={uploads} /> : <div className={styles.room} />;
}

const bar = lateModule(() => import('./upload-bar.tsx'));

/** How much of the pictures has been sent, while they are. */
export function SendingPart({ upload }: Pick<Uploads, 'upload'>) {
  const late = useModule(bar, upload !== null);
  return late && upload ? <late.UploadBar {...upload} /> : null;
}
