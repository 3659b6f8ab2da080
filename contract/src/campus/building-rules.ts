import { isBlank } from '../text/rules.ts';

export const BUILDING_NAME_MAX = 60;
export const BUILDING_INFO_MAX = 1_000;
export const SEATS_MAX = 300;
const HTTPS = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d{2,4})?(?:[/?#][!-~]*)?$/i;

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

/** Why the address of the page that counts a building's seats is refused, if it is; empty is none. */
export function seatsProblem(url: string): 'invalid' | 'tooLong' | null {
  if (url.length > SEATS_MAX) return 'tooLong';
  return url === '' || HTTPS.test(url) ? null : 'invalid';
}
