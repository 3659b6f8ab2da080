import { lateModule, useModule } from '../../lib/use-module.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { PostPicture, type ShownPicture } from './post-picture.tsx';

const opening = lateModule(() => import('./open-pictures.tsx'));

/** Renders a post's pictures; the official edition cuts very tall ones and opens a viewer. */
export function PostPictures({ pictures }: { pictures: readonly ShownPicture[] }) {
  const official = useOfficial();
  const late = useModule(opening, official && pictures.length > 0);
  const shown = pictures.map((one) => ({ ...one, cut: official && one.height > 2 * one.width }));
  if (late) return <late.OpenPictures pictures={shown} />;
  return shown.map((picture) => <PostPicture key={picture.image} {...picture} />);
}
