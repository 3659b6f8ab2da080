import { isBlank } from '../text/rules.ts';

export const BUILDING_NAME_MAX = 60;
export const BUILDING_INFO_MAX = 1_000;
export const SEATS_MAX = 300;
const HTTPS = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d{2,4})?(?:[/?#][!-~]*)?$/i;

/** Returns why a one-line text is rejected, or null. */
export function lineProblem(text: string, max: number): 'required' | 'invalid' | 'tooLong' | null {
  const line = text.trim();
  if (isBlank(line)) return 'required';
  if (line.includes('\n')) return 'invalid';
  return line.length > max ? 'tooLong' : null;
}

/** Returns why a building id, part of addresses, is rejected, or null. */
export function buildingIdProblem(id: string): 'required' | 'invalid' | null {
  if (isBlank(id)) return 'required';
  return /^[A-Za-z0-9-]{1,60}$/.test(id) ? null : 'invalid';
}

/** Returns why a seat counter's address is rejected, or null. Empty means none. */
export function seatsProblem(url: string): 'invalid' | 'tooLong' | null {
  if (url.length > SEATS_MAX) return 'tooLong';
  return url === '' || HTTPS.test(url) ? null : 'invalid';
}
