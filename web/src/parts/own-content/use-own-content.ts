import { lateModule } from '../../ui/use-module.ts';
import { useLateFeature } from '../campus/use-late-feature.ts';
import { useUser } from '../session/session.ts';

const late = lateModule(() => import('./own-content.ts'));

/** What users can do about what they wrote; nothing for what others wrote. */
export function useOwnContent(authorId: string | null | undefined) {
  const { id } = useUser();
  return useLateFeature('ownContent', late, authorId === id).parts;
}
