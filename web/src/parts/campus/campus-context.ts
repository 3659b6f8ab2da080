import type { Campus } from '@madang/contract/campus/schema';
import { createContext, use } from 'react';

export const CampusContext = createContext<Campus | null>(null);

/** The settings of this campus; the app waits for them before it shows any screen. */
export function useCampus(): Campus {
  const campus = use(CampusContext);
  if (!campus) throw new Error('no campus settings');
  return campus;
}

/** Whether this is the official edition. */
export const useOfficial = () => useCampus().edition === 'official';
