import type { Campus } from '@madang/contract/campus/schema';
import { createContext, use } from 'react';

export const CampusContext = createContext<Campus | null>(null);

/** Returns the settings of this campus, loaded before any screen. */
export function useCampus(): Campus {
  const campus = use(CampusContext);
  if (!campus) throw new Error('no campus settings');
  return campus;
}

/** Whether the campus has a map, or emergency numbers; always false in the beta edition. */
export const useHasInPack = (part: 'map' | 'emergency') => useCampus().pack?.includes(part) ?? false;

export const useOfficial = () => useCampus().edition === 'official';
