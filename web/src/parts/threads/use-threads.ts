import { lateModule } from '../../ui/use-module.ts';
import { useLateFeature } from '../campus/use-late-feature.ts';

const late = lateModule(() => import('./threads.ts'));

/** Whether replies are shown as threads, and what one can do about them. */
export const useThreads = () => useLateFeature('threads', late);
