import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Whether the entry before this one belongs to the app: the router numbers its own entries. */
function hasInAppHistory(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}

/** Goes back one page inside the app; from a shared link, to the given parent instead of out of the app. */
export function useGoBack(): (parent: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (parent) => void (hasInAppHistory() ? navigate(-1) : navigate(parent, { replace: true })),
    [navigate],
  );
}
