import { useLateFeature } from '../campus/use-late-feature.ts';

const late = { read: () => import('./threads.ts') };

/** Whether replies are shown as threads, and what one can do about them. */
export const useThreads = () => useLateFeature('threads', late);
