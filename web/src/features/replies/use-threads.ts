import { lateModule } from '../../lib/use-module.ts';
import { useLatePart } from '../campus/use-late-part.ts';

const late = lateModule(() => import('./threads.ts'));

/** Returns whether replies are shown as threads, and the actions on them. */
export const useThreads = () => useLatePart(late);
