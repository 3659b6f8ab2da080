import type { Campus } from '@madang/contract/campus/schema';
import { createContext, use } from 'react';

export const CampusContext = createContext<Campus | null>(null);

/** The settings of this campus; the app waits for them before it shows any screen. */
export function useCampus(): Campus {
  const campus = use(CampusContext);
  if (!campus) throw new Error('no campus settings');
  return campus;
}

/** Whether the campus has a map, or emergency numbers, to lead to; in the beta edition it has neither. */
export const useHasInPack = (part: 'map' | 'emergency') => useCampus().pack?.includes(part) ?? false;

/** Whether this is the official edition. */
export const useOfficial = () => useCampus().edition === 'official';
