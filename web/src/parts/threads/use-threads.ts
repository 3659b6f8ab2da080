import { lateModule } from '../../ui/use-module.ts';
import { useLatePart } from '../campus/use-late-part.ts';

const late = lateModule(() => import('./threads.ts'));

/** Whether replies are shown as threads, and what one can do about them. */
export const useThreads = () => useLatePart(late);
