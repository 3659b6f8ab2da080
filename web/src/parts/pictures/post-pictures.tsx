import { lateModule, useModule } from '../../ui/use-module.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { PostPicture, type ShownPicture } from './post-picture.tsx';

const opening = lateModule(() => import('./open-pictures.tsx'));

/** The pictures of a post, one below the other; where the feature is enabled, a tap will open the viewer. */
export function PostPictures({ pictures }: { pictures: readonly ShownPicture[] }) {
  const lit = useOfficial();
  const late = useModule(opening, lit && pictures.length > 0);
  if (late) return <late.OpenPictures pictures={pictures} />;
  return pictures.map((picture) => <PostPicture key={picture.image} {...picture} />);
}
