import { isBlank } from '../text/rules.ts';

export const BUILDING_NAME_MAX = 60;
export const BUILDING_INFO_MAX = 1_000;

/** Why a text of one line is refused, if it is. */
export function lineProblem(text: string, max: number): 'required' | 'invalid' | 'tooLong' | null {
  const line = text.trim();
  if (isBlank(line)) return 'required';
  if (line.includes('\n')) return 'invalid';
  return line.length > max ? 'tooLong' : null;
}

/** Why a building cannot have this id: it stands in addresses. */
export function buildingIdProblem(id: string): 'required' | 'invalid' | null {
  if (isBlank(id)) return 'required';
  return /^[A-Za-z0-9-]{1,60}$/.test(id) ? null : 'invalid';
}
