import { useOfficial } from '../campus/campus-context.ts';
import type { Uploads } from '../pictures/uploads.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { sending } from './sending.ts';
import styles from './write.module.css';

// A post starts with words: the picture field loads after the form.
const one = lazyModule(() => import('./image-field.tsx'));
const several = lazyModule(() => import('../pictures/picture-field.tsx'));

/** Renders the pictures of the form: one, or several with the feature. */
export function PicturePart({ uploads }: { uploads: Uploads }) {
  const official = useOfficial();
  const image = useModule(one, !official);
  const list = useModule(several, official);
  useModule(sending);
  if (list) return <list.PictureField uploads={uploads} />;
  return image ? <image.ImageField uploads={uploads} /> : <div className={styles.room} />;
}

const bar = lazyModule(() => import('../pictures/uploads.tsx'));

/** Renders the upload progress. */
export function SendingPart({ upload }: Pick<Uploads, 'upload'>) {
  const late = useModule(bar, upload !== null);
  return late && upload ? <late.UploadBar {...upload} /> : null;
}
