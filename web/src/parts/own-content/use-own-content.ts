import { useHydrated } from '../../router/hydrated.ts';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { useCampus } from '../campus/campus-context.ts';
import { useUser } from '../session/session.ts';

const parts = lateModule(() => import('./own-content.ts'));

/**
 * What users can do about what they wrote, once that part of the app is here; nothing for what others wrote, and where the
 * feature is off. What the server draws is the same for everybody, so it is never in there.
 */
export function useOwnContent(authorId: string | null | undefined) {
  const lit = useCampus().features.includes('ownContent');
  const { id } = useUser();
  const hydrated = useHydrated();
  return useModule(parts, lit && hydrated && authorId === id);
}
