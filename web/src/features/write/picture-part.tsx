import { useOfficial } from '../../parts/campus/campus-context.ts';
import type { Uploads } from '../../parts/pictures/use-uploads.ts';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { sending } from './sending.ts';
import styles from './write.module.css';

// Writing begins with words: what takes pictures comes once the form is there.
const one = lateModule(() => import('./image-field.tsx'));
const several = lateModule(() => import('../../parts/pictures/picture-field.tsx'));

/** The pictures of the form: one, or with the feature several. */
export function PicturePart({ uploads }: { uploads: Uploads }) {
  const official = useOfficial();
  const image = useModule(one, !official);
  const list = useModule(several, official);
  useModule(sending);
  if (list) return <list.PictureField uploads={uploads} />;
  return image ? <image.ImageField uploads={uploads} /> : <div className={styles.room} />;
}

const bar = lateModule(() => import('../../parts/pictures/upload-bar.tsx'));

/** How much of the pictures has been sent, while they are. */
export function SendingPart({ upload }: Pick<Uploads, 'upload'>) {
  const late = useModule(bar, upload !== null);
  return late && upload ? <late.UploadBar {...upload} /> : null;
}
