import { deleteDraft, readDraft, writeDraft } from '../../lib/drafts.ts';
import { serverNow } from '../../lib/online.ts';

const KEY = 'visits';

/** Times of a user's last visits to lists on this device, in milliseconds, by address. */
interface Visits {
  userId: string;
  /** First visit on this device; older content is not new. */
  since: number;
  at: Record<string, number>;
}

function isVisits(value: unknown): value is Visits {
  const { since, at } = (value ?? {}) as Partial<Visits>;
  return typeof since === 'number' && typeof at === 'object' && at !== null;
}

/** Returns this user's visits; ignores those of another user whose session ended without a logout. */
export function readVisits(userId: string): Visits {
  const visits = readDraft(KEY, isVisits);
  if (visits?.userId === userId) return visits;
  const first = { userId, since: serverNow(), at: {} };
  writeDraft(KEY, first);
  return first;
}

/** Returns the buildings whose boards were visited on this device, latest first. */
export function listVisitedBuildings(userId: string): string[] {
  const seen = Object.entries(readVisits(userId).at).sort(([, one], [, other]) => other - one);
  return seen.flatMap(([path]) => /^\/building\/(.+)$/.exec(path)?.[1] ?? []);
}

/** @param newest time of the first item: the phone's clock may be slow. */
export function noteVisit(userId: string, path: string, newest: number): void {
  const visits = readVisits(userId);
  visits.at[path] = Math.max(serverNow(), newest);
  writeDraft(KEY, visits);
}

/** Marks lists as visited if the user's post is the only new one; `newest` precedes it. */
export function noteOwnPost(userId: string, paths: readonly string[], newest: Record<string, number>): void {
  const visits = readVisits(userId);
  for (const path of paths)
    if ((newest[path] ?? 0) <= (visits.at[path] ?? visits.since)) visits.at[path] = serverNow();
  writeDraft(KEY, visits);
}

export function forgetVisits(): void {
  deleteDraft(KEY);
}
