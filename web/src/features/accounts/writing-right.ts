import { useCallback } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { navigate } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useCampus } from '../campus/campus-context.ts';

/** Explains how to get the writing right, and goes home [RO-03, ER-10]. */
export function useWritingRightAlert(): () => void {
  const university = useCampus().university.name;
  return useCallback(() => {
    showToast(fillCopy(copy['error.writingRight'], { university }));
    navigate('/', { replace: true });
  }, [university]);
}
